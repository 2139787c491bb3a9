# syntax=docker/dockerfile:1
# The service without the embedded PostgreSQL. The build needs optional packages: the compiler has one per platform.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# With optional packages, for the compiler.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY ormconfig.ts tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY migrations ./migrations
COPY sandbox ./sandbox
COPY bench ./bench
COPY trials ./trials
COPY tools ./tools
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-bookworm-slim AS service
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist/ormconfig.js ./dist/ormconfig.js
COPY --from=build /app/dist/src ./dist/src
COPY --from=build /app/dist/migrations ./dist/migrations
# The pages at /docs.
COPY docs ./docs
USER node
EXPOSE 3000
# Liveness, not readiness: an instance that migrates, or has no database, must not be restarted.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that SIGTERM reaches it. New objects have the space that Node 20 gives them: with
# that of Node 24, the service takes 45 MB more at rest.
CMD ["node", "--max-semi-space-size=16", "."]

# Debian's pgbouncer, as in `npm run trials`. It has no image of its own.
FROM debian:12.12-slim AS pgbouncer
RUN apt-get update \
  && apt-get install --yes --no-install-recommends pgbouncer \
  && rm -rf /var/lib/apt/lists/*
COPY deploy/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER postgres
EXPOSE 6432
# The password comes as a secret; the file with it is in memory.
CMD ["sh", "-c", "umask 077 && printf '\"events\" \"%s\"\\n' \"$(cat /run/secrets/database_password)\" > /run/pgbouncer/userlist.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
