import { type DragEvent, useState } from 'react'

const type = 'application/x-thicket-row'

export interface RowDrag {
  /** Props of the handle that the row is taken by. */
  handle(at: number): { draggable: true; onDragStart(event: DragEvent): void; onDragEnd(): void }
  /** Props of the row, which takes others. */
  row(at: number): {
    onDragEnter(event: DragEvent): void
    onDragOver(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
  /** Where the row in the hand would go in. */
  mark(at: number): 'before' | 'after' | 'taken' | undefined
}

/** Rows of a short list put in another order by dragging; fingers and keys have buttons for it. */
export function useRowDrag(onMove: (from: number, to: number) => void): RowDrag {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const enter = (event: DragEvent, at: number) => {
    if (dragged === null) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'move'
    if (over !== at) setOver(at)
  }
  return {
    handle: (at) => ({
      draggable: true,
      onDragStart: (event) => {
        event.stopPropagation()
        event.dataTransfer.setData(type, String(at))
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('li')
        if (row) event.dataTransfer.setDragImage(row, 12, row.clientHeight / 2)
        setTimeout(() => setDragged(at))
      },
      onDragEnd: end,
    }),
    row: (at) => ({
      onDragEnter: (event) => enter(event, at),
      onDragOver: (event) => enter(event, at),
      onDrop: (event) => {
        if (dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        if (dragged !== at) onMove(dragged, at)
        end()
      },
    }),
    mark: (at) => {
      if (dragged === at) return 'taken'
      if (dragged === null || over !== at) return undefined
      return at < dragged ? 'before' : 'after'
    },
  }
}
