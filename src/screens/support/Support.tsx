import { createFileRoute } from '@tanstack/react-router'
import { useHasToken } from '#api/session.ts'
import { SupportConversationScreen } from './SupportConversationScreen.tsx'
import { SupportConversationListScreen } from './SupportConversationListScreen.tsx'
import { NewSupportConversationScreen } from './NewSupportConversationScreen.tsx'
import { SupportSignedOutScreen } from './SupportSignedOutScreen.tsx'
import { readSupportSearchParams } from './supportSearch.ts'

export const Route = createFileRoute('/support')({ component: Support, validateSearch: readSupportSearchParams })

/** Chat with our own staff (docs/rules/content.md): all conversations, one of them, or a new one. */
function Support() {
  const params = Route.useSearch()
  const hasToken = useHasToken()
  if (!hasToken) return <SupportSignedOutScreen shared={params.shared} />
  if (params.id !== undefined) return <SupportConversationScreen key={params.id} id={params.id} />
  if (params.new) return <NewSupportConversationScreen params={params} />
  return <SupportConversationListScreen />
}
