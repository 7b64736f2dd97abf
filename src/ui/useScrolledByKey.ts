import { useCallback } from 'react'

const focusable = 'a[href], button, input, select, textarea, [tabindex], [contenteditable]'

/** The ref of what scrolls where its words are long: as long as it does, and nothing in it can have the focus, it takes the focus itself, so that keys scroll it. */
export function useScrolledByKey() {
  return useCallback((region: HTMLElement | null) => {
    if (!region) return
    const look = () => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = region
      const scrolls = scrollHeight > clientHeight || scrollWidth > clientWidth
      if (scrolls && !region.querySelector(focusable)) region.tabIndex = 0
      else region.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(look)
    for (const element of [region, ...region.children]) sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
}
