/** Which modals are open, oldest first, wherever in the tree they stand: only the topmost answers Escape and its backdrop. */
const stack: symbol[] = []

/** Puts a modal on top; returns what takes it off again. */
export function enterStack(modal: symbol): () => void {
  stack.push(modal)
  return () => {
    const at = stack.indexOf(modal)
    if (at >= 0) stack.splice(at, 1)
  }
}

export const isTopmost = (modal: symbol): boolean => stack.at(-1) === modal
