import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const BUILTIN = '\0builtin:';

/** Loads runtime modules on first use. `import 'node:http'` evaluates all its exports at once,
 *  including a second HTTP client. */
export const builtinsWhenNeeded: Plugin = {
  name: 'builtins-when-needed',
  resolveId: (name) =>
    isBuiltin(name) && name !== 'node:module' ? `${BUILTIN}${name.replace(/^node:/, '')}` : null,
  load: (id) =>
    id.startsWith(BUILTIN)
      ? `module.exports = process.getBuiltinModule('node:${id.slice(BUILTIN.length)}');`
      : null,
};

/** Keeps only source maps of the project's own files: maps stay in memory while the program runs,
 *  and those of packages would be three quarters of them. */
export const mapsOfOurFilesOnly: Plugin = {
  name: 'maps-of-our-files-only',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

const UNDICI = '\0undici';

/** Bundles only the used part of undici. Its index also loads fetch, WebSocket, caches and mocks,
 *  half as much again. Importing another name fails the build. Code of the Kubernetes client that
 *  never runs names `fetch`. */
export const usedPartOfUndici = (root: string): Plugin => ({
  name: 'used-part-of-undici',
  resolveId: (name) => (name === 'undici' ? UNDICI : null),
  load: (id) => {
    if (id !== UNDICI) return null;
    const from = (file: string): string =>
      JSON.stringify(`${root.replace(/\/$/, '')}/node_modules/undici/lib/${file}`);
    return `
      import Agent from ${from('dispatcher/agent.js')};
      import Dispatcher from ${from('dispatcher/dispatcher.js')};
      import ProxyAgent from ${from('dispatcher/proxy-agent.js')};
      import buildConnector from ${from('core/connect.js')};
      import request from ${from('api/api-request.js')};
      Object.assign(Dispatcher.prototype, { request });
      const { fetch } = globalThis;
      export { Agent, ProxyAgent, buildConnector, fetch };`;
  },
});
