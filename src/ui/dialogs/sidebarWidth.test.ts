import { describe, expect, test } from 'vitest'
import { draggedWidth, fittingWidth, mostSidebar } from './sidebarWidth.ts'

describe('§2 a drag of the sidebar is ignored under 350 px and left of the navbar', () => {
  test.each([
    [1000, 440],
    [1090, 350],
    [1091, null],
    [56, 1384],
    [55, null],
    [-20, null],
  ])('the grip at %d gives %s', (x, width) => {
    expect(draggedWidth(x, 1440, 56)).toBe(width)
  })

  test('a remembered width is made to fit', () => {
    expect(fittingWidth(900, 1440, 56)).toBe(900)
    expect(fittingWidth(100, 1440, 56)).toBe(350)
    expect(fittingWidth(5000, 1440, 56)).toBe(1384)
    expect(fittingWidth(900, 390, 56)).toBe(350)
    expect(mostSidebar(390, 56)).toBe(350)
  })
})
