import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import type { Reply } from '#contract/call.ts'
import { limits, questionsToPass } from '#contract/calls/limits.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { SandboxSkip } from '#widgets/SandboxSkip.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { protectionQuery } from '#widgets/useTradeStop.ts'
import styles from './Limits.module.css'
import { useQuestionWords } from './useQuestionWords.ts'
import { isWaiting, useSuitabilityWords } from './useSuitabilityWords.ts'

export const Route = createFileRoute('/_signedIn/suitability')({ component: Suitability })

type Questions = Reply<typeof limits.questions>
type Result = Reply<typeof limits.submitSuitability>

/** Ten questions about risk, one a page (product §2.7). */
function Suitability() {
  const { t } = useLingui()
  const user = useUser()
  const [begun, setBegun] = useState(false)
  const [result, setResult] = useState<Result>()
  const protection = useQuery(protectionQuery())
  const state = protection.data?.suitability
  const isOpen = state !== undefined && !state.passed && (state.retryAt === null || state.retryAt <= serverNow())
  const questions = useQuery({ ...query(limits.questions, {}), enabled: begun && isOpen, staleTime: Infinity, gcTime: 0 })
  const title = t`Questions about risk`
  if (result) return <Shown title={title}>{<Outcome result={result} />}</Shown>
  if (user?.isGuest === 1)
    return (
      <Shown title={title}>
        <Empty text={t`They belong to the real book. Guests have the demo book, which asks for nothing.`} />
      </Shown>
    )
  if (!state)
    return (
      <Shown title={title}>
        {protection.error ? (
          <FailedRead
            title={t`Your answers so far could not be read`}
            error={protection.error}
            busy={protection.isFetching}
            onRetry={() => void protection.refetch()}
          />
        ) : (
          <Skeleton lines={6} />
        )}
      </Shown>
    )
  if (!begun || !isOpen) return <Start title={title} state={state} isOpen={isOpen} onBegin={() => setBegun(true)} />
  if (questions.data) return <Quiz title={title} questions={questions.data} onDone={setResult} />
  return (
    <Shown title={title}>
      {questions.error ? (
        <FailedRead
          title={t`The questions could not be read`}
          error={questions.error}
          busy={questions.isFetching}
          onRetry={() => void questions.refetch()}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Shown>
  )
}

function Shown({ title, bottom, children }: { title: string; bottom?: ReactNode; children: ReactNode }) {
  return (
    <ScreenLayout title={title} back={path.limits} bottom={bottom}>
      {children}
    </ScreenLayout>
  )
}

interface StartProps {
  title: string
  state: Parameters<typeof useSuitabilityWords>[0]
  isOpen: boolean
  onBegin: () => void
}

function Start({ title, state, isOpen, onBegin }: StartProps) {
  const { t } = useLingui()
  const words = useSuitabilityWords(state)
  const isOffline = useConnection() === 'offline'
  return (
    <Shown
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
        <div className={styles.words}>
          <p className={styles.strong}>{words.title}</p>
          <p>{words.text}</p>
          {isWaiting(state) && <SandboxSkip call={limits.skipWait} body={{}} />}
        </div>
      </Card>
      {isOpen && (
        <div className={styles.words}>
          <p>
            <Trans>
              Ten questions about what can be lost with contracts, options and second contracts. Take your time; there is no clock.
            </Trans>
          </p>
          <p>
            <Trans>
              {questionsToPass} of ten must be right. Then a day passes before the first real order. If not, you can try again after a day;
              after three times, after a month.
            </Trans>
          </p>
        </div>
      )}
      <ButtonLink to={path.article} search={{ id: 'risk-disclosure' }} kind="secondary">
        <Trans>Read about the risks</Trans>
      </ButtonLink>
    </Shown>
  )
}

function Quiz({ title, questions, onDone }: { title: string; questions: Questions; onDone: (result: Result) => void }) {
  const { t } = useLingui()
  const words = useQuestionWords()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  // One id for one set of answers.
  const [ids] = useState(() => new Map<string, string>())
  const write = useWrite(limits.submitSuitability, { errors: 'inline' })
  const isOffline = useConnection() === 'offline'
  const question = questions[at]
  if (!question) return null
  const { id, options } = question
  const number = at + 1
  const count = questions.length
  const isLast = number === count
  const submit = () => {
    const answers = questions.map((one) => ({ id: one.id, option: chosen[one.id] ?? '' }))
    const wish = JSON.stringify(answers)
    const requestId = ids.get(wish) ?? newRequestId()
    ids.set(wish, requestId)
    write.mutate({ body: { answers }, requestId }, { onSuccess: onDone })
  }
  return (
    <Shown
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
            {isLast ? write.error && isUnanswered(write.error) ? <Trans>Ask again</Trans> : <Trans>Hand in</Trans> : <Trans>Next</Trans>}
          </Button>
          {at > 0 && (
            <Button kind="quiet" wide disabled={write.isPending} onClick={() => setAt(at - 1)}>
              <Trans>Back</Trans>
            </Button>
          )}
        </>
      }
    >
      <p className={styles.quiet}>
        <Trans>
          Question {number} of {count}
        </Trans>
      </p>
      <Progress label={t`Answered`} value={at / count} />
      <fieldset key={id} className={styles.question}>
        <legend>{words[id]?.text}</legend>
        {options.map((option) => (
          <label key={option} className={styles.answer}>
            <input type="radio" name={id} checked={chosen[id] === option} onChange={() => setChosen({ ...chosen, [id]: option })} />
            <span>{words[id]?.options[option]}</span>
          </label>
        ))}
      </fieldset>
      {write.error && (
        <p className={styles.failure} role="alert">
          {write.error.message} {isUnanswered(write.error) && <Trans>Asking again is safe: it can happen only once.</Trans>}
        </p>
      )}
    </Shown>
  )
}

function Outcome({ result: { passed, right, retryAt, opensAt } }: { result: Result }) {
  const opens = opensAt === null ? '' : formatTime(opensAt)
  const retry = retryAt === null ? '' : formatTime(retryAt)
  return (
    <>
      <Card>
        <div className={styles.words}>
          <p className={styles.strong}>
            <Trans>{right} of 10 are right</Trans>
          </p>
          {passed ? (
            <>
              <p>
                <Trans>That is enough. Real contracts, options and second contracts open on {opens}.</Trans>
              </p>
              <p className={styles.quiet}>
                <Trans>The day between is for thinking it over. Nothing has to be done.</Trans>
              </p>
            </>
          ) : (
            <>
              <p>
                <Trans>Not enough yet. You can try again from {retry}.</Trans>
              </p>
              <p className={styles.quiet}>
                <Trans>The demo book stays open: it has the same prices and rules, and nothing can be lost there.</Trans>
              </p>
            </>
          )}
        </div>
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
