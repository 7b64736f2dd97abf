import { expect, it } from 'vitest'
import { crash } from '../../server/testing/crash.ts'

// 100 kills: `npm run prove` (crash.prove.ts).
for (const seed of [1]) {
  it(`seed ${seed}: a server killed under writes, 5 times, keeps every acknowledged step`, {
    timeout: 120_000,
  }, async () => {
    const figures = await crash(seed, 5)
    expect(figures.kills).toBe(5)
    expect(figures.acknowledged).toBeGreaterThan(20)
    expect(figures.repeated).toBeGreaterThan(0)
    expect(figures.recovered).toBeGreaterThan(0)
  })
}
