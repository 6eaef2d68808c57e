// codemod: typed rows of statements
import ts from 'typescript'; import fs from 'node:fs';
const files=process.argv.slice(2);
for(const f of files){
  const text=fs.readFileSync(f,'utf8');
  const sf=ts.createSourceFile(f,text,ts.ScriptTarget.Latest,true);
  const edits=[]; let usedFirst=false, usedRows=false; const notes=[];
  const G=n=>n.getText(sf);
  const fnOf=n=>{while(n&&!ts.isFunctionLike(n))n=n.parent;return n;};
  const isQuery=n=>ts.isCallExpression(n)&&ts.isPropertyAccessExpression(n.expression)&&n.expression.name.text==='query'&&n.arguments.length===1&&!n.typeArguments;
  function inferAccess(acc){ // acc: ElementAccess node; returns {type, replace:[node,text], }
    const name=acc.argumentExpression.text; const opt=!!acc.questionDotToken; const base=G(acc.expression);
    const ident=/^[A-Za-z_$][\w$]*$/.test(name);
    const plain=ident?`${base}${opt?'?.':'.'}${name}`:G(acc);
    let p=acc.parent;
    // String(x) / Number(x)
    if(ts.isCallExpression(p)&&p.arguments[0]===acc&&ts.isIdentifier(p.expression)){
      if(p.expression.text==='String'){
        // row.x === null ? null : String(row.x)
        const c=p.parent;
        if(ts.isConditionalExpression(c)&&c.whenFalse===p&&G(c.condition)===`${G(acc)} === null`&&G(c.whenTrue)==='null') return {type:'string | null',node:c,text:plain,name};
        if(ts.isConditionalExpression(c)&&c.whenTrue===p&&G(c.condition)===G(acc)&&G(c.whenFalse)==='null') return {type:'string | null',node:c,text:plain+(opt?' ?? null':''),name};
        if(opt) return {type:'string',node:p,text:`String(${plain})`,name,note:'String(opt)'};
        return {type:'string',node:p,text:plain,name};
      }
      if(p.expression.text==='Number'||p.expression.text==='BigInt'){ return {type:'?num',node:p,text:plain,name,wrap:p.expression.text,acc:plain}; }
    }
    if(ts.isBinaryExpression(p)&&p.left===acc&&p.operatorToken.kind===ts.SyntaxKind.QuestionQuestionToken){
      const g=p.parent;
      if(ts.isCallExpression(g)&&ts.isIdentifier(g.expression)&&g.arguments[0]===p){
        if(g.expression.text==='String') return {type:'string',node:g,text:`${plain} ?? ${G(p.right)}`,name,paren:true,coalesce:opt};
        if(g.expression.text==='Number') return {type:'?num',node:g,text:`${plain} ?? ${G(p.right)}`,name,wrap:'Number',acc:plain};
      }
      if(ts.isParenthesizedExpression(g)&&ts.isAsExpression(g.parent)) return {type:G(g.parent.type)+(opt?'':' | null'),node:g.parent,text:`${plain} ?? ${G(p.right)}`,name,note:'as'};
      return {type:'unknown',node:acc,text:plain,name,note:'??'};
    }
    if(ts.isBinaryExpression(p)&&p.left===acc&&p.operatorToken.kind===ts.SyntaxKind.EqualsEqualsEqualsToken){
      if(G(p.right)==='true') return opt?{type:'boolean',node:p,text:`${plain} === true`,name}:{type:'boolean',node:p,text:plain,name};
      if(G(p.right)==='null') { const c=p.parent; if(ts.isConditionalExpression(c)&&c.condition===p) return {type:null,node:acc,text:plain,name,inner:true}; return {type:'? | null',node:acc,text:plain,name,note:'=== null'}; }
    }
    if(ts.isTypeOfExpression(p)){ const b=p.parent; const c=b.parent;
      if(ts.isBinaryExpression(b)&&ts.isConditionalExpression(c)&&c.condition===b&&/^'string'|'boolean'|'number'$/.test(G(b.right))){
        const t=G(b.right).slice(1,-1);
        if(G(c.whenTrue).replace('?','')===G(acc).replace('?','').replace('.[','[')&&G(c.whenFalse)==='null') return {type:`${t} | null`,node:c,text:plain+(opt?' ?? null':''),name};
        return {type:`${t} | null`,node:acc,text:plain,name,note:'typeof'};
      }
      return {type:null,node:acc,text:plain,name,note:'typeof'};
    }
    if(ts.isAsExpression(p)) return {type:G(p.type),node:p,text:plain,name,note:'as'};
    return {type:'unknown',node:acc,text:plain,name,note:'other '+G(p).slice(0,60)};
  }
  function visit(n){
    if(isQuery(n)&&ts.isAwaitExpression(n.parent)){
      const aw=n.parent; let p=aw.parent; const fn=fnOf(n); const rowNames=new Set(); let ok=true, mode='rows', decl=null; const rowsNames=new Set();
      if(ts.isVariableDeclaration(p)&&p.initializer===aw){
        decl=p;
        if(p.type) ok=false;
        else if(ts.isArrayBindingPattern(p.name)&&p.name.elements.length===1&&ts.isBindingElement(p.name.elements[0])&&ts.isIdentifier(p.name.elements[0].name)){rowNames.add(p.name.elements[0].name.text);mode='first';}
        else if(ts.isIdentifier(p.name)) rowsNames.add(p.name.text);
        else ok=false;
      } else if(ts.isParenthesizedExpression(p)&&ts.isPropertyAccessExpression(p.parent)) {
        const call=p.parent.parent; if(ts.isCallExpression(call)&&ts.isArrowFunction(call.arguments[0]??n)){ const a=call.arguments[0]; if(ts.isIdentifier(a.parameters[0].name)) rowNames.add(a.parameters[0].name.text); else ok=false; } else ok=false;
      } else ok=false;
      if(ok){
        const cols=new Map(); const my=[]; const accs=[];
        const scan=(x)=>{
          if(ts.isIdentifier(x)&&rowsNames.has(x.text)&&x!==decl?.name&&!(ts.isPropertyAccessExpression(x.parent)&&x.parent.name===x)){
            const q=x.parent;
            if(ts.isPropertyAccessExpression(q)&&['map','flatMap','filter'].includes(q.name.text)&&ts.isCallExpression(q.parent)){
              const a=q.parent.arguments[0]; if(ts.isArrowFunction(a)&&a.parameters.length>=1&&ts.isIdentifier(a.parameters[0].name)) rowNames.add(a.parameters[0].name.text); else {ok=false;notes.push('fn arg '+G(q.parent).slice(0,80));}
              // chained
              let ch=q.parent; while(ts.isPropertyAccessExpression(ch.parent)&&ts.isCallExpression(ch.parent.parent)&&ch.parent.name.text==='map'&&q.name.text==='filter'){ch=ch.parent.parent;const a2=ch.arguments[0]; if(ts.isArrowFunction(a2)&&ts.isIdentifier(a2.parameters[0].name)) rowNames.add(a2.parameters[0].name.text); else {ok=false;notes.push('fn arg2');}}
            } else if(ts.isPropertyAccessExpression(q)&&q.name.text==='length'){}
            else if(ts.isForOfStatement(q)&&q.expression===x){const d=q.initializer.declarations[0]; if(ts.isIdentifier(d.name)) rowNames.add(d.name.text); else ok=false;}
            else {ok=false;notes.push('rows use '+G(q).slice(0,80));}
          }
          ts.forEachChild(x,scan);
        };
        scan(fn.body);
        const scan2=(x)=>{
          if(ts.isIdentifier(x)&&rowNames.has(x.text)&&!(ts.isPropertyAccessExpression(x.parent)&&x.parent.name===x)&&!ts.isBindingElement(x.parent)&&!ts.isParameter(x.parent)&&!ts.isVariableDeclaration(x.parent)&&!ts.isPropertyAssignment(x.parent)){
            const q=x.parent;
            if(ts.isElementAccessExpression(q)&&q.expression===x&&ts.isStringLiteral(q.argumentExpression)) accs.push(q);
            else if(ts.isConditionalExpression(q)&&q.condition===x){}
            else if(ts.isPrefixUnaryExpression(q)){}
            else if(ts.isIfStatement(q)&&q.expression===x){}
            else if(ts.isBinaryExpression(q)&&/^(undefined|null)$/.test(G(q.right))){}
            else {ok=false;notes.push('row use '+G(q).slice(0,80));}
          }
          ts.forEachChild(x,scan2);
        };
        scan2(fn.body);
        if(ok&&accs.length===0) {ok=null;}
        if(ok){
          const stmt=G(fn);
          for(const acc of accs){ const r=inferAccess(acc);
            let type=r.type;
            if(type==='?num'){ const re=new RegExp(`::int(eger)?\\)? AS "?${r.name}"?|count\\(\\*\\)::int AS "?${r.name}"?`); if(re.test(stmt)){type='number';} else {type='string';r.text=r.text===r.acc?`${r.wrap}(${r.acc})`:`${r.wrap}(${r.text})`;notes.push('NUM '+r.name+' in '+(fn.name?.text??''));} }
            if(type!==null){ const old=cols.get(r.name); if(old===undefined||old==='unknown') cols.set(r.name,type); else if(old!==type&&type!=='unknown'){ if(old.includes(type)){} else if(type.includes(old)) cols.set(r.name,type); else notes.push(`TYPE ${r.name}: ${old} vs ${type}`);} }
            if(r.note) notes.push(`${r.note}: ${r.name} in ${fn.name?.text??''} ${G(r.node).slice(0,70)}`);
            if(r.paren){ const pp=r.node.parent; if(ts.isBinaryExpression(pp)) r.text=`(${r.text})`; }
            my.push(r);
          }
          // drop inner edits contained in others
          const nodes=my.map(m=>m.node);
          const keep=my.filter(m=>!nodes.some(o=>o!==m.node&&o.getStart(sf)<=m.node.getStart(sf)&&o.end>=m.node.end));
          const seen=new Set();
          for(const m of keep){const k=m.node.getStart(sf)+':'+m.node.end; if(seen.has(k))continue; seen.add(k); edits.push([m.node.getStart(sf),m.node.end,m.text]);}
          const obj=[...cols].map(([k,v])=>`${/^[A-Za-z_$][\w$]*$/.test(k)?k:`'${k}'`}: ${v}`).join('; ');
          const ex=G(n.expression.expression); const arg=n.arguments[0];
          if(mode==='first'){usedFirst=true; edits.push([decl.name.getStart(sf),decl.name.end,[...rowNames][0]]); edits.push([n.getStart(sf),arg.getStart(sf),`firstOf<{ ${obj} }>(${ex}, `]);}
          else {usedRows=true; edits.push([n.getStart(sf),arg.getStart(sf),`rowsOf<{ ${obj} }>(${ex}, `]);}
        } else if(ok===false) notes.push('SKIP '+(fn.name?.text??'')+' '+G(n).slice(0,60));
      } 
    }
    ts.forEachChild(n,visit);
  }
  visit(sf);
  if(edits.length){
    let out=text; for(const [a,b,t] of edits.sort((x,y)=>y[0]-x[0]||y[1]-x[1])) out=out.slice(0,a)+t+out.slice(b);
    const names=[usedFirst&&'firstOf',usedRows&&'rowsOf'].filter(Boolean);
    out=out.replace(/import \{([^}]*)\} from '([^']*connection\/statement\.ts|\.\/statement\.ts)';/,(m,a,b)=>{const have=a.split(',').map(x=>x.trim()).filter(Boolean);return `import { ${[...new Set([...have,...names])].sort((x,y)=>x.replace('type ','').localeCompare(y.replace('type ',''))).join(', ')} } from '${b}';`;});
    fs.writeFileSync(f,out);
    if(!/statement\.ts'/.test(out)) notes.push('NO IMPORT of statement.ts');
  }
  if(notes.length) console.log(f+'\n  '+notes.join('\n  '));
}
