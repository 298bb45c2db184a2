import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { CallReply } from '#contract/call.ts'
import { limits, suitabilityPassingScore } from '#contract/calls/limits.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { SandboxSkipWaitButton } from '#widgets/money/SandboxSkipWaitButton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { tradingProtectionQuery } from '#widgets/trading/useTradeRestriction.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Limits.module.css'
import { useSuitabilityQuestionTexts } from './useQuestionWords.ts'
import { isSuitabilityWaitRunning, useSuitabilityStatusText } from './useSuitabilityWords.ts'

export const Route = createFileRoute('/_signedIn/suitability')({ component: Suitability })

type Questions = CallReply<typeof limits.questions>
type Result = CallReply<typeof limits.submitSuitability>

/** Ten questions about risk, one a page (docs/rules/protection.md). */
function Suitability() {
  const { t } = useLingui()
  const user = useUser()
  const [isStarted, setStarted] = useState(false)
  const [result, setResult] = useState<Result>()
  const protection = useQuery(tradingProtectionQuery())
  const state = protection.data?.suitability
  const isOpen = state !== undefined && !state.passed && (state.retryAt === null || state.retryAt <= serverNow())
  const questions = useQuery({ ...apiReadQuery(limits.questions, {}), enabled: isStarted && isOpen, staleTime: Infinity, gcTime: 0 })
  const title = t`Questions about risk`
  if (result) return <SuitabilityLayout title={title}>{<Outcome result={result} />}</SuitabilityLayout>
  if (user?.isGuest === 1)
    return (
      <SuitabilityLayout title={title}>
        <EmptyState text={t`They belong to the real book. Guests have the demo book, which asks for nothing.`} />
      </SuitabilityLayout>
    )
  if (!state)
    return (
      <SuitabilityLayout title={title}>
        {protection.error ? (
          <LoadErrorState
            title={t`Your answers so far could not be read`}
            error={protection.error}
            busy={protection.isFetching}
            onRetry={() => void protection.refetch()}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </SuitabilityLayout>
    )
  if (!isStarted || !isOpen) return <Start title={title} state={state} isOpen={isOpen} onBegin={() => setStarted(true)} />
  if (questions.data) return <Quiz title={title} questions={questions.data} onDone={setResult} />
  return (
    <SuitabilityLayout title={title}>
      {questions.error ? (
        <LoadErrorState
          title={t`The questions could not be read`}
          error={questions.error}
          busy={questions.isFetching}
          onRetry={() => void questions.refetch()}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </SuitabilityLayout>
  )
}

function SuitabilityLayout({ title, bottom, children }: { title: string; bottom?: ReactNode; children: ReactNode }) {
  return (
    <ScreenLayout title={title} back={path.limits} bottom={bottom}>
      {children}
    </ScreenLayout>
  )
}

interface StartProps {
  title: string
  state: Parameters<typeof useSuitabilityStatusText>[0]
  isOpen: boolean
  onBegin: () => void
}

function Start({ title, state, isOpen, onBegin }: StartProps) {
  const { t } = useLingui()
  const words = useSuitabilityStatusText(state)
  const isOffline = useStreamConnectionState() === 'offline'
  return (
    <SuitabilityLayout
      title={title}
      bottom={
        isOpen && (
          <Button size="large" wide disabled={isOffline} reason={isOffline ? t`Needs a connection` : undefined} onClick={onBegin}>
            <Trans>Begin</Trans>
          </Button>
        )
      }
    >
      <Card>
        <Stack gap={3}>
          <p className={styles.strong}>{words.title}</p>
          <p>{words.text}</p>
          {isSuitabilityWaitRunning(state) && <SandboxSkipWaitButton call={limits.skipWait} body={{}} />}
        </Stack>
      </Card>
      {isOpen && (
        <Stack gap={3}>
          <p>
            <Trans>
              Ten questions about what can be lost with contracts, options and second contracts. Take your time; there is no clock.
            </Trans>
          </p>
          <p>
            <Trans>
              {suitabilityPassingScore} of ten must be right. Then a day passes before the first real order. If not, you can try again after
              a day; after three times, after a month.
            </Trans>
          </p>
        </Stack>
      )}
      <ButtonLink to={path.article} search={{ id: 'risk-disclosure' }} kind="secondary">
        <Trans>Read about the risks</Trans>
      </ButtonLink>
    </SuitabilityLayout>
  )
}

function Quiz({ title, questions, onDone }: { title: string; questions: Questions; onDone: (result: Result) => void }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const ids = useRequestIds()
  const write = useApiWrite(limits.submitSuitability, { errors: 'inline' })
  const isOffline = useStreamConnectionState() === 'offline'
  const question = questions[at]
  if (!question) return null
  const { id } = question
  const number = at + 1
  const count = questions.length
  const isLast = number === count
  const submit = () => {
    const answers = questions.map((one) => ({ id: one.id, option: chosen[one.id] ?? '' }))
    write.mutate({ body: { answers }, requestId: ids.of(answers) }, { onSuccess: onDone })
  }
  return (
    <SuitabilityLayout
      title={title}
      bottom={
        <>
          <Button
            size="large"
            wide
            busy={write.isPending}
            disabled={!chosen[id] || (isLast && isOffline)}
            reason={isLast && isOffline ? t`Needs a connection` : undefined}
            onClick={() => (isLast ? submit() : setAt(number))}
          >
            {isLast ? (
              write.error && isUnansweredError(write.error) ? (
                <Trans>Ask again</Trans>
              ) : (
                <Trans>Hand in</Trans>
              )
            ) : (
              <Trans>Next</Trans>
            )}
          </Button>
          {at > 0 && (
            <Button kind="quiet" wide disabled={write.isPending} onClick={() => setAt(at - 1)}>
              <Trans>Back</Trans>
            </Button>
          )}
        </>
      }
    >
      <Text tone="quiet">
        <Trans>
          Question {number} of {count}
        </Trans>
      </Text>
      <ProgressBar label={t`Answered`} value={at / count} />
      <QuizQuestion key={id} question={question} chosen={chosen[id]} onChoose={(option) => setChosen({ ...chosen, [id]: option })} />
      {write.error && (
        <p className={styles.failure} role="alert">
          {write.error.message} {isUnansweredError(write.error) && <Trans>Asking again is safe: it can happen only once.</Trans>}
        </p>
      )}
    </SuitabilityLayout>
  )
}

interface QuizQuestionProps {
  question: Questions[number]
  chosen: string | undefined
  onChoose(option: string): void
}

function QuizQuestion({ question: { id, options }, chosen, onChoose }: QuizQuestionProps) {
  const words = useSuitabilityQuestionTexts()[id]
  return (
    <fieldset className={styles.question}>
      <legend>{words?.text}</legend>
      {options.map((option) => (
        <label key={option} className={styles.answer}>
          <input type="radio" name={id} checked={chosen === option} onChange={() => onChoose(option)} />
          <span>{words?.options[option]}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Outcome({ result: { passed, right, retryAt, opensAt } }: { result: Result }) {
  const opens = opensAt === null ? '' : formatDateTime(opensAt)
  const retry = retryAt === null ? '' : formatDateTime(retryAt)
  return (
    <>
      <Card>
        <Stack gap={3}>
          <p className={styles.strong}>
            <Trans>{right} of 10 are right</Trans>
          </p>
          {passed ? (
            <>
              <p>
                <Trans>That is enough. Real contracts, options and second contracts open on {opens}.</Trans>
              </p>
              <Text tone="quiet">
                <Trans>The day between is for thinking it over. Nothing has to be done.</Trans>
              </Text>
            </>
          ) : (
            <>
              <p>
                <Trans>Not enough yet. You can try again from {retry}.</Trans>
              </p>
              <Text tone="quiet">
                <Trans>The demo book stays open: it has the same prices and rules, and nothing can be lost there.</Trans>
              </Text>
            </>
          )}
        </Stack>
      </Card>
      <ButtonLink to={path.article} search={{ id: 'risk-disclosure' }} kind="secondary">
        <Trans>Read about the risks</Trans>
      </ButtonLink>
      <ButtonLink to={path.limits} kind="quiet">
        <Trans>Limits and breaks</Trans>
      </ButtonLink>
    </>
  )
}
