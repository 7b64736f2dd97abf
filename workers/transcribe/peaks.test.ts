import { expect, test } from 'vitest'
import { openPeaks } from './peaks.ts'

test('each part of a recording is as loud as the loudest in it, however its samples come', () => {
  const rate = 10
  const sound = Float32Array.from([0.1, -0.5, 0.2, 0, 0, 0, 1, 0.3, 0, -0.4])
  for (const size of [1, 3, 4, 10]) {
    const peaks = openPeaks(1, 5)
    for (let at = 0; at < sound.length; at += size) peaks.add(sound.subarray(at, at + size), at / rate, rate)
    expect([...peaks.values()], `${size} at a time`).toEqual(
      [0.5, 0.2, 0, 1, 0.4].map((peak) => Math.round(peak * 255)),
    )
  }
})

test('what is before its beginning, after its end, or of no length is passed over; louder than loud is as loud as it gets', () => {
  const peaks = openPeaks(1, 2)
  peaks.add(Float32Array.of(0.9), -0.1, 10)
  peaks.add(Float32Array.of(3, 0.9), 0.9, 10)
  expect([...peaks.values()]).toEqual([0, 255])
  const none = openPeaks(0, 2)
  none.add(Float32Array.of(1), 0, 10)
  expect([...none.values()]).toEqual([0, 0])
})
