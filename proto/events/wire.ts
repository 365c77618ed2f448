import { file_account } from '../gen/events/account_pb.ts';
import { file_case } from '../gen/events/case_pb.ts';
import { file_collection } from '../gen/events/collection_pb.ts';
import { file_country } from '../gen/events/country_pb.ts';
import { file_credit } from '../gen/events/credit_pb.ts';
import { file_day } from '../gen/events/day_pb.ts';
import { file_envelope } from '../gen/events/envelope_pb.ts';
import { file_file } from '../gen/events/file_pb.ts';
import { file_follow } from '../gen/events/follow_pb.ts';
import { file_geography } from '../gen/events/geography_pb.ts';
import { file_image } from '../gen/events/image_pb.ts';
import { file_inbox } from '../gen/events/inbox_pb.ts';
import { file_itinerary } from '../gen/events/itinerary_pb.ts';
import { file_job } from '../gen/events/job_pb.ts';
import { file_operations } from '../gen/events/operations_pb.ts';
import { file_order } from '../gen/events/order_pb.ts';
import { file_place } from '../gen/events/place_pb.ts';
import { file_post } from '../gen/events/post_pb.ts';
import { file_reaction } from '../gen/events/reaction_pb.ts';
import { file_report } from '../gen/events/report_pb.ts';
import { file_save } from '../gen/events/save_pb.ts';
import { file_stop } from '../gen/events/stop_pb.ts';
import { file_thread } from '../gen/events/thread_pb.ts';
import { file_values } from '../gen/events/values_pb.ts';
import { file_world } from '../gen/events/world_pb.ts';
import { createWireCodec } from './wire-codec.ts';

export { MalformedWireEvent, UnencodableEvent, UnknownWireEvent, type WireEnvelope, type WireEvent } from './wire-codec.ts';

/** All files of `proto/events`. */
export const eventFiles = [
  file_account,
  file_case,
  file_collection,
  file_country,
  file_credit,
  file_day,
  file_envelope,
  file_follow,
  file_file,
  file_geography,
  file_image,
  file_itinerary,
  file_job,
  file_operations,
  file_order,
  file_place,
  file_post,
  file_reaction,
  file_report,
  file_save,
  file_stop,
  file_inbox,
  file_thread,
  file_values,
  file_world,
];

/** Codec of events in protobuf, the format of the bus. */
export const { encodeEvent, decodeEvent, decodeEnvelope } = createWireCodec(eventFiles);
