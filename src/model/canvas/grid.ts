/** Which circles touch a box, which lies under a point? Cells of one size over an unbounded plane, about as large as the boxes that are asked for; built once per scene. */
import type { Box, Point } from './box.ts'

/** In canvas px, for what is asked at full size. */
const usualCell = 128

export interface Circle {
  readonly x: number
  readonly y: number
  readonly r: number
}

export interface Grid {
  /** Numbers of the circles whose box touches `box`, ascending. */
  within(box: Box): number[]
  /** Whether any circle, but the one with the number `but`, comes nearer to `box` than `away`; stops at the first. */
  isNear(box: Box, away?: number, but?: number): boolean
  /** The number of the last circle (the one painted on top) that holds the point; else the nearest one within `slack` px. */
  at(point: Point, slack?: number, passOver?: (number: number) => boolean): number | undefined
}

const nobody: readonly number[] = []

const cellKey = (column: number, row: number): number => column * 0x4000000 + row

type SomeCell = (box: Box, visit: (key: number) => boolean) => boolean

/** The cells that `box` touches, until `visit` answers true; whether it did. */
function cellsOf(cell: number): SomeCell {
  return (box, visit) => {
    const lastColumn = Math.floor(box.right / cell)
    const lastRow = Math.floor(box.bottom / cell)
    for (let column = Math.floor(box.left / cell); column <= lastColumn; column++) {
      for (let row = Math.floor(box.top / cell); row <= lastRow; row++) if (visit(cellKey(column, row))) return true
    }
    return false
  }
}

/** Boxes that keep their size on screen are the larger on the canvas the further away it is seen from: `level` is its scale. */
const cellAt = (level: number): number => usualCell / Math.min(1, level)

/** Boxes put down one after the other; does another one come within `gap` px beside one of them, or lie above or below into it? */
export function boxGrid(level = 1) {
  const someCell = cellsOf(cellAt(level))
  const cells = new Map<number, Box[]>()
  const put = (box: Box) => {
    someCell(box, (key) => {
      const inside = cells.get(key)
      if (inside) inside.push(box)
      else cells.set(key, [box])
      return false
    })
  }
  const meets = (box: Box, gap: number) => {
    const wide = { ...box, left: box.left - gap, right: box.right + gap }
    const reaches = (other: Box) =>
      other.left < wide.right && other.right > wide.left && other.top < wide.bottom && other.bottom > wide.top
    return someCell(wide, (key) => cells.get(key)?.some(reaches) === true)
  }
  const remove = (box: Box) => {
    someCell(box, (key) => {
      const inside = cells.get(key)
      inside?.splice(inside.indexOf(box), 1)
      return false
    })
  }
  /** Those that lie over `box`. */
  const over = (box: Box): Set<Box> => {
    const found = new Set<Box>()
    someCell(box, (key) => {
      for (const other of cells.get(key) ?? [])
        if (other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top)
          found.add(other)
      return false
    })
    return found
  }
  return { put, meets, remove, over }
}

export type BoxGrid = ReturnType<typeof boxGrid>

const boxOf = ({ x, y, r }: Circle): Box => ({ left: x - r, top: y - r, right: x + r, bottom: y + r })

const touches = (a: Box, b: Box): boolean =>
  a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top

export function gridOf(circles: readonly Circle[], level = 1): Grid {
  const cell = cellAt(level)
  const someCell = cellsOf(cell)
  const cells = new Map<number, number[]>()
  circles.forEach((circle, number) => {
    someCell(boxOf(circle), (key) => {
      const inside = cells.get(key)
      if (inside) inside.push(number)
      else cells.set(key, [number])
      return false
    })
  })

  const within = (box: Box): number[] => {
    const found = new Set<number>()
    someCell(box, (key) => {
      for (const number of cells.get(key) ?? []) if (touches(boxOf(circles[number]!), box)) found.add(number)
      return false
    })
    return [...found].sort((a, b) => a - b)
  }

  const isNear = ({ left, top, right, bottom }: Box, away = 0, but = -1): boolean => {
    // Asked for each place that a name may have: without a function for each cell it takes half the time.
    const [lastColumn, lastRow] = [Math.floor((right + away) / cell), Math.floor((bottom + away) / cell)]
    for (let column = Math.floor((left - away) / cell); column <= lastColumn; column++) {
      for (let row = Math.floor((top - away) / cell); row <= lastRow; row++) {
        for (const number of cells.get(cellKey(column, row)) ?? nobody) {
          const { x, y, r } = circles[number]!
          const dx = Math.max(left - x, 0, x - right)
          const dy = Math.max(top - y, 0, y - bottom)
          if (dx * dx + dy * dy < (r + away) * (r + away) && number !== but) return true
        }
      }
    }
    return false
  }

  const at = ({ x, y }: Point, slack = 0, passOver?: (number: number) => boolean): number | undefined => {
    let inside = -1
    let near: number | undefined
    let least = slack
    const look = (number: number) => {
      if (number <= inside || passOver?.(number)) return
      const circle = circles[number]!
      const outside = Math.hypot(circle.x - x, circle.y - y) - circle.r
      if (outside <= 0) inside = number
      else if (outside <= least) {
        near = number
        least = outside
      }
    }
    someCell({ left: x - slack, top: y - slack, right: x + slack, bottom: y + slack }, (key) => {
      cells.get(key)?.forEach(look)
      return false
    })
    return inside < 0 ? near : inside
  }

  return { within, isNear, at }
}
