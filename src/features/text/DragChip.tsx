import { useEffect } from 'react'
import { onAim, type PassageTarget } from '../../state/passage.ts'
import { onDragOver } from '../../ui/onDragOver.ts'

/** From the pointer, and from the edges of the window. */
const beside = 14
const margin = 8
/** Below the disc of a target stands its name. */
const nameRoom = 58

/** The words in the hand, small and beside the pointer; at a target so far below it that its name is read, or above it where there is no room. */
export function DragChip({ words, onDrag }: { words: string; onDrag: (words: null) => void }) {
  useEffect(() => onDragOver(() => onDrag(null)), [onDrag])
  useEffect(() => {
    const chip = document.createElement('div')
    chip.className = 'text-drag'
    chip.ariaHidden = 'true'
    const quote = chip.appendChild(document.createElement('span'))
    quote.textContent = words
    const to = chip.appendChild(document.createElement('strong'))
    let pointer: { x: number; y: number } | null = null
    let target: PassageTarget | null = null
    const put = () => {
      if (!pointer) return
      const { offsetWidth: wide, offsetHeight: high } = chip
      const below = Math.max(pointer.y + beside, target ? target.bottom + nameRoom : 0)
      const above = Math.min(pointer.y, target?.top ?? pointer.y) - beside - high
      const y = below + high <= innerHeight - margin ? below : above
      const x = Math.max(margin, Math.min(pointer.x + beside, innerWidth - margin - wide))
      chip.style.transform = `translate(${x}px, ${y}px)`
      if (!chip.isConnected) document.body.append(chip)
    }
    const follow = ({ clientX: x, clientY: y }: DragEvent) => {
      pointer = { x, y }
      put()
    }
    const stop = onAim((next) => {
      target = next
      chip.toggleAttribute('data-aimed', next !== null)
      to.textContent = next ? `↵ ${next.title}` : ''
      if (next) chip.style.setProperty('--coded', next.colour)
      put()
    })
    document.addEventListener('dragover', follow, { capture: true })
    return () => {
      stop()
      document.removeEventListener('dragover', follow, { capture: true })
      chip.remove()
    }
  }, [words])
  return null
}
