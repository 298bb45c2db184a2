import { createFileRoute } from '@tanstack/react-router'
import { useHasToken } from '#api/session.ts'
import { SupportConversation } from './SupportConversation.tsx'
import { SupportConversationList } from './SupportConversationList.tsx'
import { NewSupportConversation } from './NewSupportConversation.tsx'
import { SupportSignedOut } from './SupportSignedOut.tsx'
import { readSupportSearchParams } from './supportSearch.ts'

export const Route = createFileRoute('/support')({ component: Support, validateSearch: readSupportSearchParams })

/** Chat with our own staff (docs/rules/content.md): all conversations, one of them, or a new one. */
function Support() {
  const params = Route.useSearch()
  const hasToken = useHasToken()
  if (!hasToken) return <SupportSignedOut shared={params.shared} />
  if (params.id !== undefined) return <SupportConversation key={params.id} id={params.id} />
  if (params.new) return <NewSupportConversation params={params} />
  return <SupportConversationList />
}
