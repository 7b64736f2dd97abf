import { describe, expect, test } from 'vitest'
import { codebookPlace, codebookWidth, navbarWidth, usualSidebarWidth } from './codebookPlace.ts'

const asked = (windowWidth: number, kept: boolean | null, overIt = false) =>
  codebookPlace(windowWidth, { kept, overIt })

describe('the codebook is open beside the canvas from 1,200 px on', () => {
  test.each([1200, 1280, 1920])('until somebody closes it: %d px', (width) => {
    expect(asked(width, null)).toEqual({ isOver: false, isOpen: true })
    expect(asked(width, false)).toEqual({ isOver: false, isOpen: false })
  })

  test('in a narrower window it lies over the canvas, and only once it is asked for', () => {
    expect(asked(1199, null)).toEqual({ isOver: true, isOpen: false })
    expect(asked(1199, true)).toEqual({ isOver: true, isOpen: false })
    expect(asked(390, false, true)).toEqual({ isOver: true, isOpen: true })
  })
})

test('texts are 350 to 560 px wide before anybody has said so, and the canvas beside the codebook keeps 420 px', () => {
  const left = navbarWidth + codebookWidth
  for (let width = 1200; width <= 2000; width += 10) {
    const sidebar = usualSidebarWidth(width, left)
    expect(sidebar).toBeGreaterThanOrEqual(350)
    expect(sidebar).toBeLessThanOrEqual(560)
    expect(width - left - sidebar).toBeGreaterThanOrEqual(420)
  }
  expect(usualSidebarWidth(1280, navbarWidth)).toBe(512)
  expect(usualSidebarWidth(700, navbarWidth)).toBe(350)
})
