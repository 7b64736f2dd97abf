/** Answers: what a project is called, by the path of its file as the server's system writes it: `/home/ana/Study.qrk`, `C:\Study.qrk`. */

/** Its file's name without the end. */
export const projectTitle = (path: string): string => path.replace(/^.*[/\\]/s, '').replace(/\.qrk$/i, '')
