// What is done with an answer before it is sent, without waiting where nothing has to be waited for.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Gives each answer of `app` to `step`, and sends what that makes of its body. */
export function beforeSending(
  app: FastifyInstance,
  step: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown,
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    let made: unknown;
    try {
      made = step(request, reply, payload);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (made instanceof Promise)
      made.then(
        (body: unknown) => done(null, body),
        (error: unknown) => done(error as Error),
      );
    else done(null, made);
  });
}
