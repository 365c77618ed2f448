import { Link } from '@tanstack/react-router';
import { useConfig } from '@waystory/client/config-context.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { useTranslation } from 'react-i18next';

const heading = 'font-semibold text-ink';
const link = 'rounded text-muted hover:text-ink hover:underline';

/** spec 1: about, quick links, contact and the year. */
export function Footer() {
  const { t } = useTranslation();
  const { contactEmail, companyUrl, socialUrl } = useConfig();
  return (
    <footer className="mt-auto border-line border-t bg-surface print:hidden">
      <div className="mx-auto grid max-w-[1440px] gap-8 px-6 py-10 text-sm md:grid-cols-[2fr_1fr_1fr]">
        <section>
          <h2 className={heading}>{t('common.footer.aboutTitle')}</h2>
          <p className="mt-2 max-w-md text-muted">{t('common.footer.about')}</p>
        </section>
        <nav aria-label={t('common.footer.linksTitle')}>
          <h2 className={heading}>{t('common.footer.linksTitle')}</h2>
          <ul className="mt-2 space-y-1.5">
            <li>
              <a href={companyUrl} className={link}>
                {t('common.footer.website')}
              </a>
            </li>
            <li>
              <Link to="/help" hash="faq" className={link}>
                {t('common.footer.faq')}
              </Link>
            </li>
            <li>
              <Link to="/terms" className={link}>
                {t('common.footer.terms')}
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={link}>
                {t('common.footer.privacy')}
              </Link>
            </li>
          </ul>
        </nav>
        <section>
          <h2 className={heading}>{t('common.footer.contactTitle')}</h2>
          <ul className="mt-2 space-y-1.5">
            <li>
              <a href={`mailto:${contactEmail}`} className={cn(link, 'wrap-anywhere')}>
                {contactEmail}
              </a>
            </li>
            <li>
              <a href={socialUrl} className={link}>
                {t('common.footer.social')}
              </a>
            </li>
          </ul>
        </section>
      </div>
      <p className="border-line border-t px-6 py-4 text-center text-muted text-sm">
        {t('common.footer.copyright', { year: new Date().getFullYear() })}
      </p>
    </footer>
  );
}
