import { type EventContext, entityVersion, type Stream, streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type Reaction, type ReactionEvent, reactionEvents } from '@waystory/proto/social/reaction.ts';

type Reactable = Pick<Reaction, 'reactableType' | 'reactableId'>;
type Kind = Reaction['reactionType'];
/** Itinerary or stop that determines who sees the reaction, and its itinerary. For a post, `targetId` is the target of the post. */
export type ReactionTarget = Pick<Reaction, 'targetId' | 'itineraryId'>;

/** The principal who acts on a reaction. `moderating` is set by bulk calls only; without it, a principal changes only own reactions. */
interface Acting {
  actor: Principal;
  moderating?: boolean;
}

export type ReactionCommand =
  /** `hold` is null when the actor sees no such target. */
  | { type: 'React'; accountId: string; reactable: Reactable; reactionType: Kind; hold: ReactionTarget | null; actor: Principal }
  | ({ type: 'SwitchReaction'; reactionType: Kind; seesTarget: boolean } & Acting)
  /** With `reactionType`, only a reaction of that type is removed. */
  | ({ type: 'RemoveReaction'; reactionType?: Kind } & Acting)
  /** Erasure after the deletion of the target or the account; no event if the reaction is removed already. */
  | { type: 'EraseReaction' };

/** Id of the reaction of an account to a target, derived from both, so that there is at most one. */
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

/** State of a reaction; null after its removal. */
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

/** One stream per account and target. */
export const reactionStream: Stream<ReactionCommand, Reaction | null, ReactionEvent> = {
  category: 'reaction',
  stateVersion: 1,
  events: reactionEvents,
  decider: { initial: null, decide, evolve: evolveReaction },
  versionOf: entityVersion,
};
