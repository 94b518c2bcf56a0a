# The base is pinned by its tag; pin it by digest wherever the image is published.
# `package.json` names the same version of Node for everything outside of images.
FROM node:26.10.0-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional

FROM node:26.10.0-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
# The user `node`, by number: Kubernetes can tell only from a number that it is not root.
USER 1000:1000
EXPOSE 8080
ENTRYPOINT ["node", "src/main.ts"]
CMD ["run"]
