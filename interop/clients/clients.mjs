// The clients. Each has a name, a title, and open(url), which returns see(tool, args): the text that a model gets after the call,
// and close(). Where a framework has a model, a scripted one calls the tool and records what it gets.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { failures } from './failures.mjs';

const require = createRequire(import.meta.url);
const version = (name) => require(`./node_modules/${name}/package.json`).version;
const program = (name, bin) => join(dirname(require.resolve(`./node_modules/${name}/package.json`)), require(`./node_modules/${name}/package.json`).bin[bin]);
const info = { name: 'toolerr-clients', version: '1' };

// textOf returns the text blocks of a result of MCP, which a client without a model passes on.
const textOf = (result) => result.content.map((block) => block.text ?? JSON.stringify(block)).join('\n');

// textOfCall is for clients that throw JSON-RPC errors.
const textOfCall = async (call) => {
  try {
    return textOf(await call());
  } catch (error) {
    return `throws ${error.message}`;
  }
};

async function sdkV1(url) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  return { see: (tool, args) => textOfCall(() => client.callTool({ name: tool, arguments: args })), close: () => client.close() };
}

async function sdkV2(url) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/stateless`)));
  await client.listTools();
  return { see: (tool, args) => textOfCall(() => client.callTool({ name: tool, arguments: args })), close: () => client.close() };
}

async function mcpRemote(url) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const client = new Client(info);
  await client.connect(new StdioClientTransport({
    command: process.execPath, args: [program('mcp-remote', 'mcp-remote'), url, '--allow-http', '--transport', 'http-only'], stderr: 'ignore',
  }));
  return { see: (tool, args) => textOfCall(() => client.callTool({ name: tool, arguments: args })), close: () => client.close() };
}

async function inspector(url) {
  const cli = program('@modelcontextprotocol/inspector', 'mcp-inspector');
  const call = (tool, args) => new Promise((done) => {
    const values = Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
    const child = spawn(process.execPath, [cli, '--cli', url, '--transport', 'http', '--method', 'tools/call', '--tool-name', tool, ...values], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let out = '';
    let problems = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (problems += chunk));
    child.on('close', () => {
      try {
        done(textOf(JSON.parse(out)));
      } catch {
        done(`throws ${(problems || out).trim()}`);
      }
    });
  });
  // A process for each call takes a second: two at a time.
  const results = new Map();
  const queue = [...failures];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.set(next.tool, await call(next.tool, next.args));
  };
  await Promise.all([worker(), worker()]);
  return { see: (tool) => results.get(tool), close: () => {} };
}

async function aiSDK(url) {
  const { generateText, isStepCount } = await import('ai');
  const { MockLanguageModelV4 } = await import('ai/test');
  const { createMCPClient } = await import('@ai-sdk/mcp');
  const client = await createMCPClient({ transport: { type: 'http', url } });
  const tools = await client.tools();
  const see = async (tool, args) => {
    let seen;
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const model = new MockLanguageModelV4({
      doGenerate: async ({ prompt }) => {
        const last = prompt.at(-1);
        if (last.role !== 'tool') {
          return { content: [{ type: 'tool-call', toolCallId: '1', toolName: tool, input: JSON.stringify(args) }], finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
        }
        seen = last.content[0].output;
        return { content: [{ type: 'text', text: 'ok' }], finishReason: { unified: 'stop' }, usage, warnings: [] };
      },
    });
    await generateText({ model, tools, prompt: 'Ring.', stopWhen: isStepCount(2) });
    return jsonOf(seen);
  };
  return { see, close: () => client.close() };
}

async function openAIAgents(url) {
  const { Agent, Runner, MCPServerStreamableHttp } = await import('@openai/agents');
  const server = new MCPServerStreamableHttp({ url, name: 'bells', cacheToolsList: true });
  await server.connect();
  const see = async (tool, args) => {
    let seen;
    const model = {
      async getResponse({ input }) {
        const last = Array.isArray(input) ? input.at(-1) : undefined;
        const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
        if (last?.type !== 'function_call_result') {
          return { usage, output: [{ type: 'function_call', callId: '1', name: tool, arguments: JSON.stringify(args), status: 'completed' }] };
        }
        seen = last.output;
        return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'ok' }] }] };
      },
    };
    await new Runner({ tracingDisabled: true }).run(new Agent({ name: 'ringer', model, mcpServers: [server] }), 'Ring.', { maxTurns: 3 });
    return jsonOf(seen);
  };
  return { see, close: () => server.close() };
}

async function langChain(url) {
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
  const { ToolNode } = await import('@langchain/langgraph/prebuilt');
  const { AIMessage } = await import('@langchain/core/messages');
  const client = new MultiServerMCPClient({ mcpServers: { bells: { transport: 'http', url } } });
  const node = new ToolNode(await client.getTools());
  const see = async (tool, args) => {
    const { messages } = await node.invoke({ messages: [new AIMessage({ content: '', tool_calls: [{ id: '1', name: tool, args, type: 'tool_call' }] })] });
    return jsonOf(messages[0].content);
  };
  return { see, close: () => client.close() };
}

async function googleGenAI(url) {
  const { mcpToTool } = await import('@google/genai');
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const bells = mcpToTool(client);
  await bells.tool();
  const see = async (tool, args) => {
    try {
      const [part] = await bells.callTool([{ name: tool, args }]);
      return jsonOf(part.functionResponse.response);
    } catch (error) {
      return `throws ${error.message}`; // it ends the conversation
    }
  };
  return { see, close: () => client.close() };
}

async function mastra(url) {
  const { MCPClient } = await import('@mastra/mcp');
  const { Agent } = await import('@mastra/core/agent');
  const { MockLanguageModelV3 } = await import('ai/test');
  const client = new MCPClient({ servers: { bells: { url: new URL(url) } } });
  const tools = await client.listTools();
  const see = async (tool, args) => {
    let seen;
    const stream = (parts) => ({ stream: new ReadableStream({ start(c) { parts.forEach((p) => c.enqueue(p)); c.close(); } }) });
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const respond = (prompt) => {
      const last = prompt.at(-1);
      if (last.role !== 'tool') return { type: 'tool-call', toolCallId: '1', toolName: `bells_${tool}`, input: JSON.stringify(args) };
      seen = last.content[0].output;
      return undefined;
    };
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        const call = respond(prompt);
        return { content: call ? [call] : [{ type: 'text', text: 'ok' }], finishReason: { unified: call ? 'tool-calls' : 'stop' }, usage, warnings: [] };
      },
      doStream: async ({ prompt }) => {
        const call = respond(prompt);
        return stream([
          { type: 'stream-start', warnings: [] },
          ...(call ? [call] : [{ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'ok' }, { type: 'text-end', id: 't' }]),
          { type: 'finish', finishReason: { unified: call ? 'tool-calls' : 'stop' }, usage },
        ]);
      },
    });
    const agent = new Agent({ id: 'ringer', name: 'ringer', instructions: 'Ring.', model, tools });
    await agent.generate('Ring.', { maxSteps: 2 });
    return jsonOf(seen);
  };
  return { see, close: () => client.disconnect() };
}

// jsonOf returns a text as it is, also one in parts or in an envelope of the framework, and the JSON of anything else.
function jsonOf(seen) {
  const inside = ['content', 'text', 'error-text'].includes(seen?.type) ? seen.value : seen;
  if (typeof inside === 'string') return inside;
  if (Array.isArray(inside) && inside.every((part) => typeof part.text === 'string')) return inside.map((part) => part.text).join('\n');
  return JSON.stringify(inside, null, 2) ?? 'nothing';
}

const pkg = (name) => ({ name, version: version(name) });

export const clients = [
  { id: 'sdk-v1', title: 'TypeScript SDK v1', package: pkg('@modelcontextprotocol/sdk'), open: sdkV1 },
  { id: 'sdk-v2', title: 'TypeScript SDK v2', package: pkg('@modelcontextprotocol/client'), open: sdkV2 },
  { id: 'mcp-remote', title: 'mcp-remote', package: pkg('mcp-remote'), open: mcpRemote },
  { id: 'inspector', title: 'Inspector CLI', package: pkg('@modelcontextprotocol/inspector'), open: inspector },
  { id: 'ai-sdk', title: 'AI SDK', package: pkg('@ai-sdk/mcp'), open: aiSDK },
  { id: 'openai-agents', title: 'OpenAI Agents', package: pkg('@openai/agents'), open: openAIAgents },
  { id: 'langchain', title: 'LangChain', package: pkg('@langchain/mcp-adapters'), open: langChain },
  { id: 'google-genai', title: 'Google Gen AI', package: pkg('@google/genai'), open: googleGenAI },
  { id: 'mastra', title: 'Mastra', package: pkg('@mastra/mcp'), open: mastra },
];
