// An agent with the JavaScript SDK for A2A on Express.
import express from 'express';
import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { UserBuilder, agentCardHandler, jsonRpcHandler } from '@a2a-js/sdk/server/express';

const url = `http://127.0.0.1:${process.env.PORT}/a2a`;
const card = {
  name: 'bells', description: 'Rings bells.', version: '1', provider: undefined, capabilities: { extensions: [] }, skills: [], securitySchemes: {},
  securityRequirements: [], signatures: [], defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
};
const agent = {
  async execute(context, bus) {
    const status = { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: new Date().toISOString() };
    bus.publish(AgentEvent.task({
      id: context.taskId, contextId: context.contextId, status, artifacts: [], history: [], metadata: {},
    }));
    bus.finished();
  },
  async cancelTask() {},
};
const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), agent);
const app = express();
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: handler }));
app.use('/a2a', jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
app.listen(process.env.PORT, '127.0.0.1');
