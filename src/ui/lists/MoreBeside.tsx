import { type RefObject, useEffect, useState } from 'react'
import { ChevronRightIcon } from '../icons.ts'

export interface MoreBesideProps {
  /** What scrolls sideways. This stands in it, before all else. */
  scroller: RefObject<HTMLElement | null>
  /** Another one: what is in it reaches another way. */
  reach: string | number
}

/** Says that columns lie beyond the right edge: a shadow along it, and an arrow at the end of the heads. Takes no room. */
export function MoreBeside({ scroller, reach }: MoreBesideProps) {
  const [height, setHeight] = useState<number | null>(null)
  // After the layout: what this stands in has its ref later than this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reach, another answer
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => {
      const isMore = box.scrollLeft + box.clientWidth < box.scrollWidth - 4
      setHeight(isMore ? box.clientHeight : null)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, reach])
  if (height === null) return null
  return (
    <div className="ui-more-beside" style={{ '--sight': `${height}px` }} aria-hidden>
      <ChevronRightIcon />
    </div>
  )
}
