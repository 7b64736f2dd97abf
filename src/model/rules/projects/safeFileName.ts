/**
 * Answers: what may a file be called that is to be kept by any system, sent, or put on a stick? What Windows, macOS or Linux refuse, or could not
 * be told from something else, becomes "-": control and direction signs, `< > : " / \ | ? *`, dots and blanks at the ends, the names of devices.
 */
const refused = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*\u2028\u2029]+/gu
/** Devices of Windows, whatever stands behind the dot. */
const device = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\s*(\.|$))/i

/** Without a folder; empty where nothing is left. */
export const safeFileName = (name: string): string =>
  name
    .trim()
    .replace(refused, '-')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(device, '$1-')
