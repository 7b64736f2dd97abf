import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JumpingServer, startJumpingServer, workOverFaults } from '../../fixtures/testing/overFaults.ts'

// Hundreds: `npm run prove` (network.prove.ts).
describe.each([
  { kind: 'local', what: 'a server of this machine' },
  { kind: 'cloud', what: 'a server of many people, whose tokens run out and whose shares change' },
] as const)('$what', ({ kind }) => {
  let server: JumpingServer
  beforeAll(async () => {
    server = await startJumpingServer(1, kind)
  })
  afterAll(() => server.end())

  it('over a network that loses, doubles, reorders and stands, with clocks that jump, nothing is lost or done twice', {
    timeout: 120_000,
  }, async () => {
    const figures = await workOverFaults(server, 1, 25)
    // How much is done depends on how busy the machine is.
    expect(figures.steps).toBeGreaterThan(0)
    const { passed, ...wrong } = figures.faults
    expect(passed).toBeGreaterThan(0)
    expect(Object.values(wrong).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0)
  })
})
