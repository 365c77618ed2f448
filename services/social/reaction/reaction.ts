import { type EventContext, entityVersion, type Stream, streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type Reaction, type ReactionEvent, reactionEvents } from '@waystory/proto/social/reaction.ts';

type Reactable = Pick<Reaction, 'reactableType' | 'reactableId'>;
type Kind = Reaction['reactionType'];
/** What it hangs on, through whatever. */
export type Hold = Pick<Reaction, 'targetId' | 'itineraryId'>;

/** Who wants to change a reaction. `moderating` is for bulk calls of moderators: on its own everyone changes their own only. */
interface Acting {
  actor: Principal;
  moderating?: boolean;
}

export type ReactionCommand =
  /** `hold` is null when there is nothing to react to that the actor sees. */
  | { type: 'React'; accountId: string; reactable: Reactable; reactionType: Kind; hold: Hold | null; actor: Principal }
  | ({ type: 'SwitchReaction'; reactionType: Kind; seesTarget: boolean } & Acting)
  /** With a kind only when it is of that kind. */
  | ({ type: 'RemoveReaction'; reactionType?: Kind } & Acting)
  /** What it hung on or the one who reacted is gone; nothing when the reaction is gone too. */
  | { type: 'EraseReaction' };

/** The reaction of an account to a thing: there is at most one, so its id follows from both. */
export const reactionId = (accountId: string, { reactableType, reactableId }: Reactable): string =>
  derivedId('reaction', reactableType, reactableId, accountId);

function decide(command: ReactionCommand, reaction: Reaction | null): ReactionEvent[] {
  switch (command.type) {
    case 'React':
      return react(command, reaction);
    case 'SwitchReaction': {
      const { actor, seesTarget, reactionType } = command;
      if (!reaction || !(seesTarget || isModerator(actor))) throw new Rejected('reaction/unknown');
      if (!mayChange(reaction, command)) throw new Rejected('reaction/not-yours');
      return switched(reaction, reactionType);
    }
    case 'RemoveReaction': {
      const { reactionType = reaction?.reactionType } = command;
      if (!reaction || !mayChange(reaction, command) || reaction.reactionType !== reactionType) throw new Rejected('reaction/unknown');
      return removed(reaction);
    }
    case 'EraseReaction':
      return reaction ? removed(reaction) : [];
    default:
      return command satisfies never;
  }
}

function react(command: Extract<ReactionCommand, { type: 'React' }>, reaction: Reaction | null): ReactionEvent[] {
  const { accountId, reactable, reactionType, hold, actor } = command;
  if (accountId !== actor.accountId) throw new Rejected('reaction/other-account');
  if (!hold) throw new Rejected('reaction/target-unknown');
  if (reaction) return switched(reaction, reactionType);
  return [{ type: 'ReactionAdded', data: { accountId, ...reactable, reactionType, ...hold } }];
}

const mayChange = ({ accountId }: Reaction, { actor, moderating = false }: Acting): boolean =>
  accountId === actor.accountId || (moderating && isModerator(actor));

function switched({ reactableType, reactableId, reactionType: before }: Reaction, reactionType: Kind): ReactionEvent[] {
  return before === reactionType ? [] : [{ type: 'ReactionSwitched', data: { reactableType, reactableId, reactionType } }];
}

const removed = ({ reactableType, reactableId, reactionType }: Reaction): ReactionEvent[] => [
  { type: 'ReactionRemoved', data: { reactableType, reactableId, reactionType } },
];

/** A reaction as an event of its stream leaves it; null when it was taken back. */
export function evolveReaction(reaction: Reaction | null, event: ReactionEvent & EventContext): Reaction | null {
  const { version, at } = event;
  switch (event.type) {
    case 'ReactionAdded': {
      const postId = event.data.reactableType === 'post' ? event.data.reactableId : null;
      return { id: streamId(event.stream), ...event.data, postId, version, createdAt: at, updatedAt: at };
    }
    case 'ReactionSwitched':
      return reaction && { ...reaction, reactionType: event.data.reactionType, version, updatedAt: at };
    case 'ReactionRemoved':
      return null;
    default:
      return event satisfies never;
  }
}

/** One stream per account and thing. */
export const reactionStream: Stream<ReactionCommand, Reaction | null, ReactionEvent> = {
  category: 'reaction',
  stateVersion: 1,
  events: reactionEvents,
  decider: { initial: null, decide, evolve: evolveReaction },
  versionOf: entityVersion,
};
