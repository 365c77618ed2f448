import type { PartitionAssigner } from 'kafkajs';

interface Member {
  memberId: string;
  /** Since when it wants the partitions, milliseconds since 1970. */
  since: number;
}

/** Gives all partitions to the member that has waited longest, so that one that joins takes nothing away. */
export async function wholeAssigner(since: number): Promise<PartitionAssigner> {
  const { AssignerProtocol } = await import('kafkajs');
  const name = 'waystory-whole';
  const version = 0;
  return ({ cluster }) => ({
    name,
    version,
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData: Buffer.from(String(since)) }),
    }),
    assign: async ({ members, topics }) => {
      const waiting = members.map(({ memberId, memberMetadata }): Member => {
        const { userData } = AssignerProtocol.MemberMetadata.decode(memberMetadata) ?? {};
        return { memberId, since: Number(userData) };
      });
      const [first] = waiting.toSorted((a, b) => a.since - b.since || (a.memberId < b.memberId ? -1 : 1));
      const all = topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]);
      return members.map(({ memberId }) => {
        const assignment = memberId === first?.memberId ? Object.fromEntries(all) : {};
        return { memberId, memberAssignment: AssignerProtocol.MemberAssignment.encode({ version, assignment, userData: Buffer.alloc(0) }) };
      });
    },
  });
}
