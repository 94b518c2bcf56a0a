import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const BUILTIN = '\0builtin:';

/** Loads modules of the runtime when they are used. `import 'node:http'` reads all its exports at
 *  once, and one of them is a whole second HTTP client. */
export const builtinsWhenNeeded: Plugin = {
  name: 'builtins-when-needed',
  resolveId: (name) =>
    isBuiltin(name) && name !== 'node:module' ? `${BUILTIN}${name.replace(/^node:/, '')}` : null,
  load: (id) =>
    id.startsWith(BUILTIN)
      ? `module.exports = process.getBuiltinModule('node:${id.slice(BUILTIN.length)}');`
      : null,
};

/** Maps are kept in memory while the program runs: those of packages would be three quarters of
 *  it. */
export const mapsOfOurFilesOnly: Plugin = {
  name: 'maps-of-our-files-only',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

const UNDICI = '\0undici';

/** Of undici only what the adapters use. Its index loads fetch, WebSocket, caches and mocks as
 *  well, half as much again as the rest. Whoever imports another name learns from the build that it
 *  is missing. `fetch` is named by code of the Kubernetes client that never runs. */
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
