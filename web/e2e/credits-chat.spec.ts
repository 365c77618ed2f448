import { answersOf, ask, expectAnswerComplete, inputOf, panelOf } from './assistant-panel.ts';
import { restoreSession, signUpAuthor } from './author.ts';
import {
  accountIdOf,
  balanceOf,
  creditsArrivedTitle,
  dialogOf,
  explorerPackage,
  goToPay,
  leaveUnpaid,
  ledgerRegion,
  noticeOf,
  payOrder,
} from './payments.ts';
import { expect, test } from './people.ts';
import { axeFindings } from './tour.ts';

// A question without credits is refused.
test.use({ expectedErrors: /402|403.*\/api\/chat/ });

const question = 'What can you do?';
const draft = 'Two days in Porto, please';

for (const { name, viewport } of [
  { name: 'a phone', viewport: { width: 360, height: 740 } },
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
])
  test(`On ${name} a chat refused without credits keeps its draft, and continues after a purchase`, async ({
    browser,
    context,
    page,
    admin,
    origin,
  }) => {
    test.setTimeout(240_000);
    const talker = await signUpAuthor(browser, origin, 'talker');
    await restoreSession(context, talker);
    await page.setViewportSize(viewport);
    await page.goto('/help?chatOpen=true');
    await ask(page, question);
    await expect(page).toHaveURL(/chatThreadId=[\da-f-]{36}/);
    await expectAnswerComplete(page);
    const thread = new URL(page.url()).searchParams.get('chatThreadId') ?? '';
    await inputOf(page).fill(draft);
    const body = { credits: -(await balanceOf(talker)), reason: 'They are used up for this test' };
    await admin.api.correctCredits({ params: { accountId: await accountIdOf(talker) }, body });
    await inputOf(page).press('Enter');

    const link = panelOf(page).getByRole('link', { name: 'Get credits on your profile' });
    await expect(link).toBeVisible();
    await expect(inputOf(page)).toBeDisabled();
    await expect(inputOf(page)).toHaveValue(draft);
    await link.click();
    await page.waitForURL((url) => url.pathname === '/profile');
    await expect(page.getByRole('link', { name: 'Back to your conversation' })).toBeVisible();
    expect(await axeFindings(page, 'profile without credits')).toEqual([]);

    // The draft is kept after a return without payment.
    await goToPay(page);
    await leaveUnpaid(page);
    await expect(noticeOf(page, 'Not paid yet')).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Pay now' }).click();
    await noticeOf(page, 'Buy these credits?')
      .getByRole('button', { name: `Pay ${explorerPackage.price}` })
      .click();
    await payOrder(page);
    await expect(noticeOf(page, creditsArrivedTitle)).toBeVisible();
    await noticeOf(page, creditsArrivedTitle).getByRole('button', { name: 'Back to the conversation' }).click();

    await expect(page).toHaveURL(new RegExp(`/help\\?.*chatThreadId=${thread}`));
    await expect(answersOf(page).getByText(question)).toBeVisible();
    await expect(inputOf(page)).toHaveValue(draft);
    await expectAnswerComplete(page);
    await inputOf(page).press('Enter');
    await expect(answersOf(page).getByText(draft)).toBeVisible();
    await expectAnswerComplete(page);

    await page.goto('/profile');
    const turn = ledgerRegion(page).getByRole('listitem').filter({ hasText: 'Answer of the assistant' }).first();
    await expect(turn).toContainText('Balance: 199');
    await turn.getByRole('link', { name: 'Open the conversation' }).click();
    await expect(answersOf(page).getByText(draft)).toBeVisible();
  });
