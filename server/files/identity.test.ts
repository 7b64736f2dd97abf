import { expect, it } from 'vitest'
import { type FileIdentity, identify, type Noted } from './identity.ts'

const hashAt = (seq: number) => `hash ${seq}`
const file = (change: Partial<FileIdentity> = {}): FileIdentity => ({
  path: '/a.qrk',
  uuid: 'u',
  epoch: 'e',
  head: 10,
  hashAt,
  ...change,
})
const noted = (change: Partial<Noted> = {}): Noted => ({
  path: '/a.qrk',
  uuid: 'u',
  epoch: 'e',
  head: 10,
  hash: 'hash 10',
  clean: true,
  ...change,
})
const there = () => true
const gone = () => false

it('a file as it was left continues its history', () => {
  expect(identify(file(), [noted()], there)).toEqual({ uuid: 'u', epoch: 'e' })
})

it('a file that a killed server has written on continues its history', () => {
  expect(identify(file({ head: 15 }), [noted({ clean: false })], there).epoch).toBe('e')
  expect(identify(file({ head: 9 }), [noted({ clean: false })], there).epoch).not.toBe('e')
})

it.each([
  ['is behind what was noted', file({ head: 9 })],
  ['is ahead of a clean end', file({ head: 11 })],
  ['ends in another change', file({ hashAt: () => 'other' })],
  ['lies elsewhere', file({ path: '/b.qrk' })],
  ['has another epoch', file({ epoch: 'f' })],
])('a file that %s gets a new epoch and keeps its uuid', (_, changed) => {
  const now = identify(changed, [noted()], gone)
  expect(now.uuid).toBe('u')
  expect(now.epoch).not.toBe(changed.epoch)
})

it('a copy beside the original becomes another project', () => {
  const now = identify(file({ path: '/copy.qrk' }), [noted()], there)
  expect(now.uuid).not.toBe('u')
  expect(now.epoch).not.toBe('e')
})

it('a file that nobody here knows gets a new epoch; one without a uuid both', () => {
  expect(identify(file(), [], there)).toEqual({ uuid: 'u', epoch: expect.not.stringMatching(/^e$/) })
  expect(identify(file({ uuid: '', epoch: '' }), [], there).uuid).toMatch(/^[0-9a-f-]{36}$/)
})
