import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { threadIdHeader } from '@waystory/proto/assistant/data-stream.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { patientFetch } from '@waystory/proto/kit/patient-fetch.ts';
import type { Environment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';

const patienceMs = 30_000;
const answeredWithinMs = 240_000;

/** The status is 0 when the process died first. */
interface Asked {
  status: number;
  threadId: string | null;
  body: string;
}

/** The traveller, whose conversations with the assistant the drill strikes. */
export async function signIn({ origin, processOf, token }: Environment) {
  const api = createClient(
    { ...accountRoutes, ...itineraryRoutes, ...dayRoutes },
    { baseUrl: `${origin}/api`, token: async () => token, fetch: patientFetch(fetch, patienceMs) },
  );
  const me: { accountId: string } = { accountId: '' };
  // The read model may lag behind the new account.
  const isKnown = async (): Promise<boolean> => {
    me.accountId = (await api.getMyAccount({})).id;
    return true;
  };
  if (!(await until(isKnown, patienceMs))) throw new Error('The traveller has no account');
  return {
    ...me,
    credits: async () => (await api.getMyAccount({})).credits,
    itineraries: async () => (await api.listItineraries({ query: { limit: '1' } })).total,
    /** Adds a day, as a repeated tool would. */
    addDay: async (itineraryId: string, title: string): Promise<void> => void (await api.addDay({ params: { itineraryId }, body: { title } })),
    deleteItinerary: async (id: string): Promise<void> => void (await api.deleteItinerary({ params: { id } })),
    /** Sends a message and reads its answer to the end. */
    async ask(text: string, threadId?: string): Promise<Asked> {
      const asked: Asked = { status: 0, threadId: threadId ?? null, body: '' };
      try {
        const response = await fetch(`http://127.0.0.1:${processOf('command').port}/api/chat${threadId ? `/${threadId}` : ''}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [{ role: 'user', content: text }] }),
          signal: AbortSignal.timeout(answeredWithinMs),
        });
        asked.status = response.status;
        asked.threadId = response.headers.get(threadIdHeader) ?? asked.threadId;
        asked.body = await response.text();
      } catch {
        // The drill killed the process on purpose.
      }
      return asked;
    },
  };
}
export type People = Awaited<ReturnType<typeof signIn>>;
