# The digest pins the base for both architectures; the tag documents the version. `package.json` pins the same version of Node outside of images.
FROM --platform=$BUILDPLATFORM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY release ./release
COPY src ./src
COPY simulator ./simulator
RUN npm run build

# No command runs in this stage, so that it can be built for an architecture that the builder does not have.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /build/dist ./
# The user `node`, by number: Kubernetes can verify only a number as not root.
USER 1000:1000
EXPOSE 8080
ENTRYPOINT ["node", "operator.mjs"]
CMD ["run"]
