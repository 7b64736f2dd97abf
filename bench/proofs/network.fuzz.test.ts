import { afterAll, beforeAll, expect, it } from 'vitest'
import { type JumpingServer, startJumpingServer, workOverFaults } from '../../fixtures/testing/overFaults.ts'

let server: JumpingServer
beforeAll(async () => {
  server = await startJumpingServer(1)
})
afterAll(() => server.end())

// Hundreds: `npm run prove` (network.prove.ts).
it.each([1, 2, 3])(
  'seed %i: over a network that loses, doubles, reorders and stands, with clocks that jump, nothing is lost or done twice',
  { timeout: 120_000 },
  async (seed) => {
    const figures = await workOverFaults(server, seed)
    // How much is done depends on how busy the machine is.
    expect(figures.steps).toBeGreaterThan(0)
    const { passed, ...wrong } = figures.faults
    expect(passed).toBeGreaterThan(0)
    expect(Object.values(wrong).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0)
  },
)
