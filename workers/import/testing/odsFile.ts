/** OpenDocument spreadsheets for tests, made by program. */
import { odtFile } from './odtFile.ts'

const urn = 'urn:oasis:names:tc:opendocument:xmlns'

/** What stands within `office:spreadsheet`, and within the automatic styles. */
export const odsFile = (body: string, styles = ''): Uint8Array =>
  odtFile({
    body: '',
    entries: {
      'content.xml': new TextEncoder().encode(
        `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="${urn}:office:1.0" xmlns:table="${urn}:table:1.0" xmlns:text="${urn}:text:1.0" xmlns:style="${urn}:style:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`,
      ),
    },
  })
