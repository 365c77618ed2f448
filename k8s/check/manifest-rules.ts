import * as network from './network-rules.ts';
import * as product from './product-rules.ts';
import * as rollouts from './rollout-rules.ts';
import * as scaling from './scaling-rules.ts';
import * as selectors from './selector-rules.ts';
import * as workloads from './workload-rules.ts';

/** What is held of every overlay, by the sentence that a check is reported under. */
export const manifestRules: Readonly<Record<string, workloads.ManifestRule>> = {
  'every process is watched by probes': workloads.isWatched,
  'every process says what it needs': workloads.knowsItsNeeds,
  'every process is confined': workloads.isConfined,
  'images name a version': workloads.imagesArePinned,
  'the product runs from one image': workloads.oneImageForTheProduct,
  'settings exist and are accepted': product.settingsAreKnown,
  'contexts and roles exist': product.argumentsAreKnown,
  'programs of their own exist': product.programsAreThere,
  'every context and role is run by somebody': product.everythingIsRun,
  'secrets come as files': product.secretsAreFiles,
  'files of secrets are mounted': product.secretFilesAreThere,
  'services and budgets are for one workload each': selectors.selectorsMeanOneWorkload,
  'every Deployment has a disruption budget': selectors.everyDeploymentHasABudget,
  'network policies mean somebody': network.policiesMeanSomebody,
  'the network is closed by default': network.nothingIsOpenByDefault,
  'every process reaches what it needs': network.everyoneReachesWhatTheyNeed,
  'no process reaches more than its role needs': network.nobodyReachesMore,
  'the gateway is the only way in': network.theGatewayIsTheOnlyWayIn,
  'the namespace takes confined pods only': rollouts.namespaceIsRestricted,
  'heaps fit their containers': product.heapFits,
  'every Deployment is spread over zones and machines': rollouts.isSpread,
  'every Deployment has a priority': rollouts.hasPriority,
  'a release is rolled out without a gap': rollouts.noneIsMissed,
  'who is asked waits before it goes': rollouts.waitsBeforeItGoes,
  'nobody is killed before they may have finished': rollouts.mayFinish,
  'autoscalers have their target for themselves': scaling.autoscalersHaveTheirTarget,
  'autoscalers go by metrics that are there': scaling.metricsAreThere,
  'autoscalers do not flap': scaling.doNotFlap,
  'nobody runs more often than helps': scaling.noneOnlyWaits,
};

/** What is held of a job that is no part of the product. */
export const jobRules: Readonly<Record<string, workloads.ManifestRule>> = {
  'every process says what it needs': workloads.knowsItsNeeds,
  'every process is confined': workloads.isConfined,
  'images name a version': workloads.imagesArePinned,
  'network policies mean somebody': network.policiesMeanSomebody,
};

/** What is held of the overlay for production beside that. */
export const productionRules: Readonly<Record<string, workloads.ManifestRule>> = {
  'there are two of everything': workloads.nothingIsAlone,
  'what is asked more grows': scaling.growsWithTheLoad,
  'only the ingress reaches the gateway': network.onlyTheIngressReachesTheGateway,
  'nobody comes in by a password that everybody can read': product.readyAccountsAreClosed,
};
