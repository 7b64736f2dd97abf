import { expect, it } from 'vitest'
import { crash } from '../../server/testing/crash.ts'

// 200 kills: `npm run prove` (crash.prove.ts).
for (const seed of [1]) {
  it(`seed ${seed}: a server killed under writes, 3 times, keeps every acknowledged step`, {
    timeout: 120_000,
  }, async () => {
    const figures = await crash(seed, 3)
    expect(figures.kills).toBe(3)
    expect(figures.acknowledged).toBeGreaterThan(10)
    expect(figures.repeated).toBeGreaterThan(0)
    expect(figures.recovered).toBeGreaterThan(0)
  })
}

it('seed 1: a server of many people, killed twice, keeps accounts, projects, shares and steps', {
  timeout: 120_000,
}, async () => {
  const figures = await crash(1, 2, 'cloud')
  expect(figures.kills).toBe(2)
  expect(figures.acknowledged).toBeGreaterThan(10)
  expect(figures.recovered).toBeGreaterThan(0)
  const { registered = 0, made = 0, shared = 0, unshared = 0 } = figures.people ?? {}
  for (const answered of [registered, made, shared + unshared]) expect(answered).toBeGreaterThan(0)
})

it('seed 1: a server with a protected project, killed once, keeps each description as it was sealed and each text as it was edited, and none plain', {
  timeout: 120_000,
}, async () => {
  const figures = await crash(1, 1, 'protected')
  expect(figures.acknowledged).toBeGreaterThan(0)
  expect(figures.recovered).toBe(1)
  expect(figures.texts?.edited).toBeGreaterThan(0)
  expect(figures.texts?.underWay).toBe(1)
})
