import { useNavigate } from '@tanstack/react-router';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { ArrowRight, PencilLine, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoginPrompt } from '../../model/identity/sign-in-gate.ts';

/** Choice of how to create a story: by hand or with the assistant. Visitors can read the page; creating requires a sign-in (spec 2.1). */
export function CreatePage() {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  const askToLogIn = useLoginPrompt();
  const { person } = useAuth();
  useDocumentTitle(t('create.title'));
  const byHand = (): void => {
    const to = '/itineraries/create/manual';
    if (person) void navigate({ to });
    else askToLogIn({ title: t('create.loginTitle'), description: t('create.loginText'), intent: { kind: 'page', path: to } });
  };
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10 md:px-8 md:py-16">
      <h1 className="text-display">{t('create.title')}</h1>
      <p className="mt-4 max-w-prose text-[1.0625rem] text-muted">{t('create.text')}</p>
      <div className="route-line-x mt-8 mb-10 w-32" aria-hidden="true" />
      <div className="grid gap-5 md:grid-cols-2">
        <Way
          icon={<PencilLine aria-hidden="true" />}
          tone="bg-accent-soft text-accent-text"
          title={t('create.handTitle')}
          text={t('create.handText')}
          points={t('create.handPoints', { returnObjects: true }) as unknown as string[]} // a list in the language files
        >
          <Button onClick={byHand}>
            {t('create.handAction')}
            <ArrowRight aria-hidden="true" />
          </Button>
        </Way>
        <Way
          icon={<Sparkles aria-hidden="true" />}
          tone="bg-teal-soft text-teal-text"
          title={t('create.assistantTitle')}
          text={t('create.assistantText')}
          points={t('create.assistantPoints', { returnObjects: true }) as unknown as string[]} // a list in the language files
        >
          <Button variant="secondary" onClick={() => void navigate({ to: '.', search: { chatOpen: 'true', chatThreadId: 'new' } })}>
            {t('create.assistantAction')}
            <ArrowRight aria-hidden="true" />
          </Button>
        </Way>
      </div>
    </div>
  );
}

interface WayProps {
  icon: ReactNode;
  tone: string;
  title: string;
  text: string;
  points: readonly string[];
  children: ReactNode;
}

function Way({ icon, tone, title, text, points, children }: WayProps) {
  return (
    <Card asChild padding="lg" className="flex flex-col">
      <section>
        <span className={`grid size-14 place-items-center rounded-card [&_svg]:size-7 [&_svg]:stroke-[1.6] ${tone}`}>{icon}</span>
        <h2 className="mt-6 text-heading">{title}</h2>
        <p className="mt-2 text-muted">{text}</p>
        <ul className="mt-5 mb-8 flex flex-col gap-2.5 text-[0.9375rem]">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-full bg-line-strong" />
              {point}
            </li>
          ))}
        </ul>
        <div className="mt-auto">{children}</div>
      </section>
    </Card>
  );
}
