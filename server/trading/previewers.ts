import type { ValidatedCallInput, CallReply } from '#contract/call.ts'
import type { trading } from '#contract/calls/trading.ts'
import type { RequestContext } from '../core/handlers.ts'

type PreviewRequest = ValidatedCallInput<typeof trading.preview>
type PreviewReply = CallReply<typeof trading.preview>

/** What can be previewed, by the name the wire gives it (docs/rules/wire.md). */
export type PreviewAction = PreviewRequest['action']

/** What each action asks with. */
type Payloads = { [R in PreviewRequest as R['action']]: R['payload'] }

/** A request for one action. Spelled as a map, so that the compiler sees that action and payload belong together. */
type RequestFor<A extends PreviewAction> = { [K in A]: { action: K; payload: Payloads[K] } }[A]

/** Gives every number that the action would charge, signed. Refuses what the action itself would refuse. */
export type PreviewHandler<A extends PreviewAction> = (
  payload: Payloads[A],
  context: RequestContext,
) => Promise<Extract<PreviewReply, { action: A }>>

/** One for each action of the contract; leaving one out does not compile. */
export type PreviewHandlers = { [A in PreviewAction]: PreviewHandler<A> }

/** Those that other domains have: orders in positions are the trading domain's own. */
export type NonPositionPreviewHandlers = Omit<PreviewHandlers, 'position'>

/** Hands a request to the previewer of its action. */
export const dispatchPreview = <A extends PreviewAction>(
  previewers: { [K in A]: PreviewHandler<K> },
  { action, payload }: RequestFor<A>,
  context: RequestContext,
): Promise<PreviewReply> => previewers[action](payload, context)
