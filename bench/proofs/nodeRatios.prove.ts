// What three nodes on one PostgreSQL bear against one server of one folder, by turns on the same machine (`bench/cluster/ratios.ts`): at least so much of
// its throughput, and steps are answered at most so many times as late. PEOPLE, RATE (steps a second), SECONDS, ROUNDS.
import { type Borne, ratiosOfNodes } from '../cluster/ratios.ts'

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const { single, nodes, ratios } = await ratiosOfNodes({
  people: number('PEOPLE', 50),
  rate: number('RATE', 150),
  seconds: number('SECONDS', 15),
  rounds: number('ROUNDS', 3),
})
const told = ({ p50, p99, throughput, processor }: Borne) =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${throughput.toFixed(0)} steps a second, ${processor.toFixed(2)} ms of processor for one`
for (const [i, each] of single.entries()) {
  console.log(`one server: ${told(each)}`)
  console.log(`three nodes: ${told(nodes[i] as Borne)}`)
}
const words = Object.entries(ratios).map(([figure, ratio]) => `${figure} × ${ratio.toFixed(2)}`)
console.log(`nodes to one server, by medians: ${words.join(', ')}`)
if (ratios.throughput < 0.8 || ratios.p50 > 3 || ratios.p99 > 2) throw new Error('nodes bear too little')
