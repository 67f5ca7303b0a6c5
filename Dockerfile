# The kenny server. `docs/guides/container.md` says how to run it.
#
# Both images are arguments: any Debian-like image with Node 20.19 or newer will do.
ARG BUILD_IMAGE=docker.io/library/node:22-bookworm
ARG RUN_IMAGE=docker.io/library/node:22-bookworm-slim

# What npm installs from, alone: other changes leave the next stage's layers as they are.
FROM ${BUILD_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN mkdir /manifests \
  && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents {} /manifests \; \
  && cp package-lock.json .npmrc /manifests

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
# The compiler is for SQLite's driver, strip for the agent's package.
RUN command -v g++ make python3 strip >/dev/null \
  || { apt-get update \
  && apt-get install -y --no-install-recommends build-essential python3; }
COPY --from=manifests /manifests ./
RUN npm ci --ignore-scripts
COPY tools/ensure-sqlite.mjs tools/
RUN node tools/ensure-sqlite.mjs
COPY . .
# The public half of your release key, in base64: without it the agents that this image hands out take
# no updates. A key made here would be lost with the layer.
ARG RELEASE_PUBKEY=
RUN node tools/run/build.mjs \
  && if [ -n "$RELEASE_PUBKEY" ]; then set -- --release-pubkey "$RELEASE_PUBKEY"; \
  else set -- --no-release-key; fi \
  && node tools/package/linux.mjs "$@"
RUN npm prune --omit=dev --ignore-scripts && node tools/container/assemble.mjs /out

FROM ${RUN_IMAGE}
WORKDIR /app
COPY --from=build /out/app /app
# Ours to write; everything else may be read-only.
COPY --from=build --chown=10001:10001 /out/data /data
USER 10001:10001
# The user has no entry in any user database, so its home is said here.
ENV HOME=/app NODE_ENV=production KENNY_HOST=0.0.0.0 KENNY_PORT=8000 KENNY_DATA_DIR=/data \
  KENNY_RUNS_AS=container
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "/app/health.mjs"]
ENTRYPOINT ["node", "/app/apps/server/bundle/kenny.mjs"]
CMD ["serve"]
