declare const sources: {
  readonly composecheck: {
    readonly module: 'compose';
    readonly package: '.';
  };
  readonly prometheuscheck: {
    readonly module: 'prometheus';
    readonly package: '.';
  };
  readonly caddy: {
    readonly module: 'caddy';
    readonly package: 'github.com/caddyserver/caddy/v2/cmd/caddy';
  };
  readonly prometheus: {
    readonly module: 'prometheus';
    readonly package: 'github.com/prometheus/prometheus/cmd/prometheus';
  };
  readonly etcd: {
    readonly module: 'etcd';
    readonly package: 'go.etcd.io/etcd/server/v3';
  };
  readonly 'kube-apiserver': {
    readonly module: 'kube-apiserver';
    readonly package: 'k8s.io/kubernetes/cmd/kube-apiserver';
  };
  readonly kustomize: {
    readonly package: 'sigs.k8s.io/kustomize/kustomize/v5';
    readonly version: 'v5.8.2';
  };
  readonly kubeconform: {
    readonly package: 'github.com/yannh/kubeconform/cmd/kubeconform';
    readonly version: 'v0.8.0';
  };
};
/** Programs that checks are made with. */
export type GoProgram = keyof typeof sources;
/** The same, to go through. */
export declare const goPrograms: GoProgram[];
/** Folder of a module that pins a program. */
export declare const moduleFolder: (module: string) => string;
/** Path of a program, built first when it is not in the cache. Only one process builds at a time. */
export declare function goProgram(name: GoProgram, progress: (line: string) => void): Promise<string>;
