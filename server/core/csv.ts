/** One line of a table as RFC 4180 has it. */
export const formatCsvLine = (fields: readonly string[]): string => `${fields.map(quoted).join(',')}\r\n`
const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** Words of other people: a spreadsheet must not take them for a formula. */
export const escapeCsvFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
