package main

import (
	"context"
	"fmt"
	"time"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The libraries and the timeout that Argo CD gives a custom health script.
var libraries = map[string]lua.LGFunction{lua.LoadLibName: lua.OpenPackage, lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable}

const longest = time.Second

// argoHealth returns the health that Argo CD shows: an object that is being deleted is Progressing, whatever the script returns.
func argoHealth(object *unstructured.Unstructured, script string) (Said, error) {
	if object.GetDeletionTimestamp() != nil {
		return Said{"Progressing", "Pending deletion"}, nil
	}
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for name, open := range libraries {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(open), Protect: true}, lua.LString(name)); err != nil {
			return Said{}, err
		}
	}
	limited, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	state.SetContext(limited)
	state.SetGlobal("obj", luaValue(state, object.Object))
	if err := state.DoString(script); err != nil {
		return Said{}, err
	}
	return said(state.Get(-1))
}

func said(value lua.LValue) (Said, error) {
	health, isTable := value.(*lua.LTable)
	if !isTable {
		return Said{}, fmt.Errorf("the script returned no table but %s", value.Type())
	}
	word, isText := health.RawGetString("status").(lua.LString)
	if !isText {
		return Said{}, fmt.Errorf("the script's table has no status: %s", health.RawGetString("status"))
	}
	message, isText := health.RawGetString("message").(lua.LString)
	if !isText {
		return Said{}, fmt.Errorf("the script's table has no message: %s", health.RawGetString("message"))
	}
	return Said{string(word), string(message)}, nil
}

// luaValue converts maps and lists to tables, without members that are null.
func luaValue(state *lua.LState, value any) lua.LValue {
	switch known := value.(type) {
	case bool:
		return lua.LBool(known)
	case int64:
		return lua.LNumber(known)
	case float64:
		return lua.LNumber(known)
	case string:
		return lua.LString(known)
	case []any:
		list := state.CreateTable(len(known), 0)
		for _, member := range known {
			list.Append(luaValue(state, member))
		}
		return list
	case map[string]any:
		table := state.CreateTable(0, len(known))
		for name, member := range known {
			table.RawSetString(name, luaValue(state, member))
		}
		return table
	}
	return lua.LNil
}
