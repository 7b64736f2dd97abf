/**
 * A file that is dropped where nothing takes it would replace the page, with what is being written in it: it is refused there, also while a
 * project is still being opened, beside dialogs, and on screens that take no files.
 */
const refuse = (event: DragEvent): void => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** From now on, for as long as the page is there. */
export function refuseStrayDrops(): void {
  // Those who take files have seen the event before it comes up to the window.
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
