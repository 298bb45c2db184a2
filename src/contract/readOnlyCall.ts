import type { ApiCall } from './call.ts'

/** Whether a call changes nothing that anybody sees: a read, or a preview (docs/rules/wire.md). */
export const isReadOnlyCall = (call: ApiCall): boolean => (call.method === 'GET' ? call.acts !== true : call.preview === true)
