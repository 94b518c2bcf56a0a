import { realClock } from '../../simulator/core/clock.ts';
import { listen } from '../../simulator/shell/listen.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { Outsider } from '../support/outsider.ts';
import { itemOf, type Population } from './population.ts';

/** The simulated service in a process of its own, with the items of a population from the start. */
const simulator = createSimulator({
  clock: realClock,
  seed: 1,
  dialect: 'recorded',
  limits: 'off',
  origin: 'http://127.0.0.1',
});
const outsider = new Outsider(simulator);

// An aborted bench ends its processes.
process.on('disconnect', () => process.exit());
process.on('message', (population: Population) => {
  for (let n = population.from; n < population.to; n++) {
    const { path, body } = itemOf(population, n);
    const made = outsider.call('POST', path, body);
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  }
  process.send?.({ made: population.to });
});
const { url } = await listen(simulator, { port: 0 });
process.send?.({ url, token: simulator.tokens.admin });
