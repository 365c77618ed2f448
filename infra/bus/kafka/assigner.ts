import { createHash } from 'node:crypto';
import type { PartitionAssigner } from 'kafkajs';
import { loadKafkajs } from './kafkajs.ts';

interface Member {
  memberId: string;
  rank: number;
}

/** Assigns all partitions to the member with the lowest rank. Members announce their rank when they join. */
export async function wholeAssigner(rank: number): Promise<PartitionAssigner> {
  const { AssignerProtocol } = await loadKafkajs();
  const name = 'waystory-whole';
  const version = 0;
  return ({ cluster }) => ({
    name,
    version,
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData: Buffer.from(String(rank)) }),
    }),
    assign: async ({ members, topics }) => {
      const ranked = members.map(({ memberId, memberMetadata }): Member => {
        const { userData } = AssignerProtocol.MemberMetadata.decode(memberMetadata) ?? {};
        return { memberId, rank: Number(userData) };
      });
      const [first] = ranked.toSorted((a, b) => a.rank - b.rank || (a.memberId < b.memberId ? -1 : 1));
      const all = topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]);
      return members.map(({ memberId }) => {
        const assignment = memberId === first?.memberId ? Object.fromEntries(all) : {};
        return { memberId, memberAssignment: AssignerProtocol.MemberAssignment.encode({ version, assignment, userData: Buffer.alloc(0) }) };
      });
    },
  });
}

/** Rank of a process in a group by rendezvous hashing. Many groups spread evenly. A process that joins or leaves moves only its share. */
export const spreadRank = (group: string, process: string): number => createHash('sha256').update(`${group} ${process}`).digest().readUIntBE(0, 6);
