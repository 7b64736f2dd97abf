// Several nodes on one PostgreSQL, killed, frozen and sent away while people write, and their database too: nothing acknowledged is lost, nothing is
// there twice, no history forks, also where nodes do not notice that they were frozen; and the same finds a loss where the condition on the token is
// taken out of these. KILLS, DATABASE_KILLS, FREEZES, LEAVINGS, SEED; CONTROL=only.
import { nodesUnderFaults } from '../../server/testing/nodesUnderFaults.ts'

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const seed = number('SEED', 1)
const freezes = number('FREEZES', 30)
const none = { kills: 0, databaseKills: 0, leavings: 0 }

const sound = async (what: string, options: Omit<Parameters<typeof nodesUnderFaults>[0], 'seed'>) => {
  const figures = await nodesUnderFaults({ seed, ...options })
  console.log(`${what} (seed ${seed}): ${JSON.stringify(figures)}`)
  if (figures.lost + figures.twice + figures.forked > 0) throw new Error('something acknowledged is not as it was told')
}

if (process.env.CONTROL !== 'only') {
  await sound('several nodes', {
    kills: number('KILLS', 100),
    databaseKills: number('DATABASE_KILLS', 20),
    freezes: Math.ceil(freezes / 2),
    leavings: number('LEAVINGS', 10),
  })
  await sound('nodes that do not notice freezes', { ...none, freezes: Math.ceil(freezes / 2), altered: 'clock' })
}

const control = await nodesUnderFaults({ seed, ...none, freezes: 5, altered: 'clock,token' }).then(
  ({ lost, forked, twice }) => lost + forked + twice,
  (error: unknown) => String(error),
)
console.log(`the same without the condition on the token: ${control}`)
if (control === 0) throw new Error('the control finds nothing: this proof proves nothing')
