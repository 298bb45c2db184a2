import { createFileRoute } from '@tanstack/react-router'
import { useHasToken } from '#api/session.ts'
import { Conversation } from './Conversation.tsx'
import { Conversations } from './Conversations.tsx'
import { NewConversation } from './NewConversation.tsx'
import { SignedOut } from './SignedOut.tsx'
import { readSupportSearch } from './supportSearch.ts'

export const Route = createFileRoute('/support')({ component: Support, validateSearch: readSupportSearch })

/** Chat with our own staff (product §1.6 call 122): all conversations, one of them, or a new one. */
function Support() {
  const asked = Route.useSearch()
  const hasToken = useHasToken()
  if (!hasToken) return <SignedOut shared={asked.shared} />
  if (asked.id !== undefined) return <Conversation key={asked.id} id={asked.id} />
  if (asked.new) return <NewConversation asked={asked} />
  return <Conversations />
}
