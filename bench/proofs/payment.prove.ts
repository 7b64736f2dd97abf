// Accounts that are ordered, paid, fail, are cancelled and given their money back at random, with events that are lost, doubled, late and
// reordered: each ends as a plain model says. Then the server itself is killed at each call of Stripe, before it is done and after. Throws where
// something is not as it should be.
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { historyWorld, payRandomly } from '../../server/testing/paymentHistory.ts'
import { killPaying } from '../../server/testing/paymentKills.ts'

const first = Number(process.env.SEED ?? 1)
const seeds = Number(process.env.SEEDS ?? 10_000)
const world = await historyWorld()
try {
  for (let left = 0; left < 4; left += 1) for (const isDone of [false, true]) await world.cutOff({ left, isDone })
  for (let done = 0; done < seeds; done += 1) {
    await payRandomly(world, first + done, seeded(first + done))
    if (done % 50 === 49) await world.settle()
  }
  await world.settle()
  console.log(
    `payment: ${seeds} histories from seed ${first}, ${world.fake.events.length} events, ${world.fake.charged.length} charges`,
  )
} finally {
  await world.end()
}

for (const isDone of [false, true]) {
  let left = 0
  while (await killPaying({ left, isDone })) left += 1
  console.log(`payment: killed at each of ${left} calls, ${isDone ? 'once it was done' : 'before it was done'}`)
}
