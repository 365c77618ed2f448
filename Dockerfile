# syntax=docker/dockerfile:1
# One image for every role: `docker run IMAGE [context ...] --roles command,query,projector,worker,relay`; no arguments = everything.
# The npm package `node` is left out, because the base image brings the same version.

FROM node:26.10.0-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY proto/package.json proto/
COPY packages/scenes/package.json packages/scenes/
COPY packages/local-model/package.json packages/local-model/
COPY infra/package.json infra/
COPY infra/engine-clients/package.json infra/engine-clients/
COPY services/package.json services/
COPY web/package.json web/
COPY web/ui/package.json web/ui/
COPY web/client/package.json web/client/
COPY admin/package.json admin/
COPY admin/icons/package.json admin/icons/
COPY k8s/package.json k8s/
COPY bench/chat-client/package.json bench/chat-client/

FROM manifests AS web
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=peer --ignore-scripts --workspace proto --workspace web --workspace web/ui --workspace web/client --workspace admin --workspace admin/icons
COPY proto proto
COPY web web
COPY admin admin
RUN node web/build.ts

FROM manifests AS product
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=peer --ignore-scripts --workspace proto --workspace packages/scenes --workspace infra --workspace packages/local-model --workspace services
# The image holds the clients of all engines, which an installation leaves out until one is chosen.
RUN --mount=type=cache,target=/root/.npm npm install --include=peer --ignore-scripts --no-save --workspace infra/engine-clients
COPY proto proto
COPY packages packages
COPY infra infra
COPY services services
COPY LICENSE ./
# The embedded Postgres mends the links of its libraries when it starts, which a read-only root forbids.
RUN node -e "import('./infra/postgres/binaries.ts').then(({ embeddedBinaries }) => embeddedBinaries())" && node services/basemap/prepare.ts
# Towns and places as they are kept in memory: the first questions after a change of releases would wait for each process to make them.
RUN node -e "import('./infra/places/columns.ts').then(({ nameColumns }) => nameColumns())"

# `docker build --target load`: makes load on the product; see k8s/overlays/load.
FROM manifests AS load
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=peer --ignore-scripts --workspace proto --workspace packages/scenes --workspace infra --workspace packages/local-model --workspace services --workspace k8s
COPY proto proto
COPY packages packages
COPY infra infra
COPY services services
COPY k8s/observability k8s/observability
COPY bench/harness bench/harness
COPY bench/load bench/load
ENV HOME=/app/home
RUN node bench/load/artillery.ts
USER 1000:1000
ENTRYPOINT ["node", "bench/load/main.ts"]

FROM node:26.10.0-slim
ARG VERSION=0.2.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Waystory" \
      org.opencontainers.image.description="Travel itineraries as stories on a world map" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# One heap of the C library for all threads of a process: with one each, a fifth more memory stays behind after a load.
# Who reaches it is for whoever publishes its port; within a container, nobody would reach its loopback.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=4000 MALLOC_ARENA_MAX=1
WORKDIR /app
# Whole folders: the workspaces in node_modules are links, and type stripping refuses real copies of them there.
COPY --from=product /app ./
COPY --from=web /app/web/dist web/dist
COPY --from=web /app/admin/dist admin/dist
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
VOLUME /data
# By number, so that Kubernetes can tell that it is not root.
USER 1000:1000
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "services/main.ts"]
